private import Glibc
private import Sockets
private import Synchronization

extension PrivateCluster {
  /// What became of the server while it was watched.
  public enum Event: Sendable {
    case restarted
    case restartFailed(PrivateClusterError, retryIn: Duration)
  }

  /// How often the server is looked after.
  private static let checkInterval = Duration.milliseconds(50)
  private static let backoff = Backoff(first: .milliseconds(100), longest: .seconds(5))

  /// Starts a thread that restarts the server whenever it has died, until `stop()`.
  ///
  /// Attempts that fail are repeated for ever, with pauses of up to five seconds. The report is
  /// called on that thread.
  public func supervise(_ report: @escaping @Sendable (Event) -> Void) {
    BlockingThread.start { [self] in
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
  }

  /// Sleeps, but not longer than it takes to notice a stop.
  private func pause(_ duration: Duration) {
    let deadline = Deadline.after(duration)
    while !deadline.hasPassed, !isStopping.load(ordering: .acquiring) {
      BlockingThread.pause(milliseconds: 10)
    }
  }
}
