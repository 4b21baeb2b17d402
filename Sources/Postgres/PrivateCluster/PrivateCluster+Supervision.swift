private import Glibc
private import Sockets
private import Synchronization

extension PrivateCluster {
  /// What became of the server while it was watched.
  public enum Event: Sendable {
    case restarted
    case restartFailed(PrivateClusterError, retryIn: Duration)
    /// No thread could be started to watch it.
    case unwatched(errno: Int32)
  }

  /// How often the server is looked after.
  private static let checkInterval = Duration.milliseconds(50)
  private static let backoff = Backoff(first: .milliseconds(100), longest: .seconds(5))

  /// Starts a thread that restarts the server whenever it has died, until `stop()`.
  ///
  /// Attempts that fail are repeated for ever, with pauses of up to five seconds. The report is
  /// called on that thread. Without a thread nobody looks after the server: that is reported too.
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
      do throws(PrivateClusterError) {
        if try restartIfDead() { report(.restarted) }
        failures = 0
        pause(Self.checkInterval)
      } catch .stopped {
        return
      } catch {
        failures += 1
        let delay = Self.backoff.delay(failures: failures, chance: .random(in: 0..<1))
        report(.restartFailed(error, retryIn: delay))
        pause(delay)
      }
    }
  }

  /// Sleeps, but not longer than it takes to notice a stop.
  private func pause(_ duration: Duration) {
    let deadline = Deadline.after(duration)
    while !deadline.hasPassed, !isStopping.load(ordering: .acquiring) {
      SystemThread.pause(milliseconds: 10)
    }
  }
}
