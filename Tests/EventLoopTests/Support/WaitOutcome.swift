@testable import EventLoop

/// Returns how a wait ended.
func waitOutcome(
  _ wait: () async throws(WaitError) -> Void
) async -> WaitOutcome {
  do throws(WaitError) {
    try await wait()
    return .ready
  } catch {
    return error == .timedOut ? .timedOut : .cancelled
  }
}
