import TestSupport

@testable import System

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

extension EventLoop {
  /// Waits, and returns how the wait ended.
  func outcome(
    for readiness: Readiness = .read, on registration: Registration,
    until deadline: Deadline = .never
  ) async -> WaitOutcome {
    await waitOutcome { () throws(WaitError) in
      try await wait(for: readiness, on: registration, until: deadline)
    }
  }

  /// Begins a wait in a task, which has been suspended when this returns.
  func beginWait(
    for readiness: Readiness = .read, on registration: Registration,
    until deadline: Deadline = .after(soon)
  ) async -> Task<Void, any Error> {
    let waiting = Task(executorPreference: self) {
      try await self.wait(for: readiness, on: registration, until: deadline)
    }
    await Task.yield()
    return waiting
  }
}
