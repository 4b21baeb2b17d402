import System
import TestSupport

extension ServerProcess {
  /// Runs an attack, and calls /livez from another address until it is over.
  ///
  /// - Returns: what the attack returns, and the longest time that a call of /livez took.
  func longestWait<Value: Sendable>(
    during attack: @escaping @Sendable (Attack) async throws -> Value
  ) async throws -> (value: Value, longest: Duration) {
    let longest = Lock(Duration.zero)
    let value = try await attacked(
      beside: { client in
        let began = ContinuousClock.now
        guard try await client.response(to: .get("/livez")).status == 200 else {
          throw WireError(description: "/livez failed")
        }
        longest.withLock { $0 = max($0, ContinuousClock.now - began) }
        try await Task.sleep(for: .milliseconds(2))
      }, attack)
    return (value, longest.withLock { $0 })
  }
}
