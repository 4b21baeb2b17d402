import Foundation
import System

/// The state of a child process, shared by the thread that waits for its end and other waiters.
final class ProcessLife: Sendable {
  private enum State {
    case running(waiters: [CheckedContinuation<ProgramEnding, Never>])
    case ended(ProgramEnding)
  }

  private let state = Lock<State>(.running(waiters: []))

  var hasEnded: Bool {
    state.withLock { state in
      if case .ended = state { true } else { false }
    }
  }

  /// Sends a signal unless the process has ended: its ID may belong to another process by then.
  func send(_ signal: Int32, to processID: pid_t) {
    state.withLock { state in
      if case .running = state { kill(processID, signal) }
    }
  }

  /// Returns how the process ended, as soon as it has; cancellation has no effect.
  func ending() async -> ProgramEnding {
    await withCheckedContinuation { waiter in
      let known: ProgramEnding? = state.withLock { state in
        switch state {
        case .ended(let ending): return ending
        case .running(let waiters):
          state = .running(waiters: waiters + [waiter])
          return nil
        }
      }
      if let known { waiter.resume(returning: known) }
    }
  }

  /// Blocks its thread until the process ends, and resumes all waiters.
  func watch(_ processID: pid_t) {
    var information = unsafe siginfo_t()
    // WNOWAIT keeps the process ID in use until the lock is held, so that no signal reaches another
    // process.
    while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
    let (waiters, ending) = state.withLock { state in
      var status: Int32 = 0
      _ = unsafe waitpid(processID, &status, 0)
      let signal = status & 0x7f
      let ending =
        signal == 0 ? ProgramEnding.exited(status >> 8 & 0xff) : .killed(signal: signal)
      guard case .running(let waiters) = state else { preconditionFailure("watched twice") }
      state = .ended(ending)
      return (waiters, ending)
    }
    for waiter in waiters { waiter.resume(returning: ending) }
  }
}
