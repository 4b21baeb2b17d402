import System

/// Reports to the service manager that every loop runs (sd_watchdog_enabled(3)). A loop that is
/// stuck ends the reports, and the service manager restarts the server.
struct Watchdog: Sendable {
  private let period: Duration
  private let report: @Sendable () -> Void

  /// - Parameter interval: The longest time between two reports; they are made twice as often.
  init(interval: Duration, report: @escaping @Sendable () -> Void) {
    (period, self.report) = (interval / 2, report)
  }

  /// Creates the watchdog of a service manager; nil if it awaits no reports.
  init?(_ supervisor: Supervisor?) {
    guard let supervisor, let interval = supervisor.watchdogInterval else { return nil }
    self.init(interval: interval) { supervisor.notify(.watchdog) }
  }

  /// Makes reports until the task is cancelled. Call this on the first loop.
  func run(on loops: [EventLoop]) async {
    while true {
      for loop in loops {
        // The task of a loop that is stuck never runs.
        guard (try? await loop.run {}) != nil else { return }
      }
      report()
      guard (try? await loops[0].sleep(until: .after(period))) != nil else { return }
    }
  }
}
