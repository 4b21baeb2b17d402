internal import Sockets

/// Until when the next byte of an HTTP/2 connection must come, by what is under way.
struct HTTP2Deadlines {
  /// What to do when a deadline has passed.
  enum Verdict { case goesOn, isIdle, isTooSlow, isStalled }

  private let limits: ServerLimits
  private var headBegan: Deadline?
  private var idleSince: Deadline?
  /// When bytes moved last, either way.
  private var movedLast = Deadline.now

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  /// The deadline for a read. While streams are open it is only the time to look again.
  mutating func deadline(isWithinHead: Bool, isBusy: Bool) -> Deadline {
    headBegan = isWithinHead ? headBegan ?? .now : nil
    idleSince = isBusy || isWithinHead ? nil : idleSince ?? .now
    if let headBegan { return headBegan.advanced(by: limits.headTimeout) }
    if let idleSince { return idleSince.advanced(by: limits.idleTimeout) }
    return .after(min(limits.writeTimeout, limits.idleTimeout, limits.headTimeout))
  }

  /// When a connection that is idle is to give up its task; never while it is not.
  var parking: Deadline {
    idleSince.map { max($0, movedLast).advanced(by: limits.taskIdleTimeout) } ?? .never
  }

  /// Since when the connection is idle, as of the last question.
  var idleBegan: Deadline { idleSince ?? .never }

  /// Judges a deadline that has passed by what is under way now.
  mutating func verdict(isWithinHead: Bool, isBusy: Bool) -> Verdict {
    let deadline = deadline(isWithinHead: isWithinHead, isBusy: isBusy)
    if isBusy, !isWithinHead {
      return movedLast.advanced(by: limits.writeTimeout).hasPassed ? .isStalled : .goesOn
    }
    guard deadline.hasPassed else { return .goesOn }
    return isWithinHead ? .isTooSlow : .isIdle
  }

  mutating func bytesMoved() { movedLast = .now }
}
