import System

/// The peak of the resident memory of a server while it is watched.
final class ResidentPeak: Sendable {
  private struct State {
    var bytes: Int
    var hasEnded = false
  }

  /// The resident memory at the start, in bytes.
  let first: Int
  private let server: ServerProcess
  private let state: Lock<State>

  init(of server: ServerProcess) throws {
    self.server = server
    first = try server.residentBytes
    state = Lock(State(bytes: first))
  }

  var bytes: Int { state.withLock { $0.bytes } }

  /// Samples every 50 ms until `end`.
  func watch() async throws {
    while !state.withLock({ $0.hasEnded }) {
      let bytes = try server.residentBytes
      state.withLock { $0.bytes = max($0.bytes, bytes) }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  func end() { state.withLock { $0.hasEnded = true } }
}
