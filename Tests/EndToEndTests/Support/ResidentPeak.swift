import EventLoop

/// The most memory that a server has had resident while it was watched.
final class ResidentPeak: Sendable {
  private struct State {
    var bytes: Int
    var hasEnded = false
  }

  /// What it was at first.
  let first: Int
  private let server: ServerProcess
  private let state: Lock<State>

  init(of server: ServerProcess) throws {
    self.server = server
    first = try server.residentBytes
    state = Lock(State(bytes: first))
  }

  var bytes: Int { state.withLock { $0.bytes } }

  /// Looks now and then until `end`.
  func watch() async throws {
    while !state.withLock({ $0.hasEnded }) {
      let bytes = try server.residentBytes
      state.withLock { $0.bytes = max($0.bytes, bytes) }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  func end() { state.withLock { $0.hasEnded = true } }
}
