private import Glibc
private import Sockets
private import Synchronization

extension PrivateCluster {
  /// What became of the server while it was watched.
  public enum Event: Sendable {
    case restarted
    case restartFailed(PrivateClusterError, retryIn: Duration)
    /// No thread or no descriptor was left to watch it with. Without a descriptor it is tried again.
    case unwatched(errno: Int32)
  }

  private static let backoff = Backoff(first: .milliseconds(100), longest: .seconds(5))

  /// Starts a thread that restarts the server whenever it has died, until `stop()`.
  ///
  /// Attempts that fail are repeated without end, with pauses of up to five seconds. The report is
  /// called on that thread, before the pause. Without a thread the server is not restarted.
  public func supervise(_ report: @escaping @Sendable (Event) -> Void) {
    do throws(SystemThread.StartError) {
      try SystemThread.start("postgres-watch") { self.watch(report) }
    } catch {
      report(.unwatched(errno: error.code))
    }
  }

  private func watch(_ report: (Event) -> Void) {
    var failures = 0
    while !isStopping.load(ordering: .acquiring) {
      ClusterLog(directory).bound()
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

  /// Restarts the server if it is dead, or else sleeps until something changes.
  ///
  /// - Returns: what happened, and how many attempts have failed in a row.
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

  /// Sleeps until the time is over or `stop()` is called; what is written to the log does not end it.
  private func pause(_ duration: Duration) {
    let deadline = Deadline.after(duration)
    while !isStopping.load(ordering: .acquiring), let remaining = deadline.remaining,
      remaining > .zero
    {
      // Without a process to watch nothing can fail.
      try? changes.wait(timeout: remaining)
    }
  }
}
