private import Glibc
internal import Postgres
private import Synchronization
private import System

extension PrivateCluster {
  /// An event in the supervision of the server.
  public enum Event: Sendable {
    case restarted
    case restartFailed(PrivateClusterError, retryIn: Duration)
    /// No thread or no descriptor was left to watch the server. Without a descriptor, watching is
    /// retried.
    case unwatched(errno: Int32)
  }

  private static let backoff = Backoff(first: .milliseconds(100), longest: .seconds(5))

  /// Starts a thread that restarts the server whenever it has died, until `stop()` is called.
  ///
  /// Failed attempts are repeated without end, with pauses of up to five seconds. `report` is
  /// called on that thread, before the pause. Without a thread the server is not restarted.
  public func supervise(_ report: @escaping @Sendable (Event) -> Void) {
    do throws(Errno) {
      try SystemThread.start("postgres-watch") { self.watch(report) }
    } catch {
      report(.unwatched(errno: error.number))
    }
  }

  private func watch(_ report: (Event) -> Void) {
    var failures = 0
    while !isStopping.load(ordering: .acquiring) {
      ClusterLog(directory: directory).bound()
      let event: Event?
      (event, failures) = checkOnce(failures)
      if let event { report(event) }
      switch event {
      case nil, .restarted: break
      case .restartFailed(_, let delay): pause(delay)
      case .unwatched:
        pause(Self.backoff.delay(failures: failures, chance: .random(in: 0..<1)))
      }
    }
  }

  /// Restarts the server if it is dead; otherwise sleeps until something changes. Returns the
  /// number of consecutive failed attempts, too.
  private func checkOnce(_ failures: Int) -> (Event?, Int) {
    do throws(PrivateClusterError) {
      if try restartIfDead() { return (.restarted, 0) }
    } catch .stopped {
      return (nil, 0)
    } catch {
      let delay = Self.backoff.delay(failures: failures + 1, chance: .random(in: 0..<1))
      return (.restartFailed(error, retryIn: delay), failures + 1)
    }
    let process = process
    do throws(Errno) {
      try changes.wait(for: process, orWriteTo: directory.log) {
        self.process == process && !isStopping.load(ordering: .acquiring)
      }
      return (nil, 0)
    } catch {
      return (.unwatched(errno: error.number), failures + 1)
    }
  }

  /// Sleeps until the duration has passed or `stop()` is called; writes to the log do not end the
  /// sleep.
  private func pause(_ duration: Duration) {
    let deadline = Deadline.after(duration)
    while !isStopping.load(ordering: .acquiring), let remaining = deadline.remaining,
      remaining > .zero
    {
      // Without a process to watch, the wait cannot fail.
      try? changes.wait(timeout: remaining)
    }
  }
}
