import ChatterServer

extension Retention {
  /// Creates the retention of the timeline, which logs its deletions and refusals; nil without
  /// limits.
  convenience init?(_ limits: RetentionLimits, log: Log) {
    guard !limits.isEmpty else { return nil }
    self.init(
      limits,
      report: { event in
        switch event {
        case .deleted(let expired, let oldest):
          log.info(
            "deleted the oldest chatts",
            ["expired": .integer(expired), "over_size_limit": .integer(oldest)])
        case .startedRefusing:
          log.error("the timeline is full: refusing posts until chatts are deleted")
        case .stoppedRefusing: log.notice("the timeline has space again: accepting posts")
        }
      },
      observe: { error in
        log.warning(
          "could not enforce the limits of the timeline: trying again", ["reason": "\(error)"])
      })
  }
}
