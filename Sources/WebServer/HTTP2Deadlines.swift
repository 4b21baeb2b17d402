internal import Sockets

/// Until when the next byte of an HTTP/2 connection must come, by what is under way.
struct HTTP2Deadlines {
  /// What is under way on a connection.
  enum Work {
    /// Nothing, or
    case none
    /// a head that has not come whole, or
    case head
    /// what this side does and bounds elsewhere, or
    case ours
    /// answers that are whole, of which the peer has not taken the last bytes.
    case answered

    var isBusy: Bool { self == .ours || self == .answered }
  }

  /// What to do when a deadline has passed.
  enum Verdict { case goesOn, isIdle, isTooSlow }

  private let limits: ServerLimits
  private var headBegan: Deadline?
  private var idleSince: Deadline?
  /// When bytes moved last, either way, or somebody looked in vain whether the task may end.
  private var movedLast = Deadline.now
  /// When content was written last, or an answer was handed over to be written. Neither what the
  /// peer sends meanwhile nor what it is sent in reply (acknowledgements of PING and SETTINGS) shows
  /// that it takes any.
  private var contentWrittenLast = Deadline.now

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  /// The deadline for a read. During our own work it is only the time to look again.
  mutating func deadline(during work: Work) -> Deadline {
    headBegan = work == .head ? headBegan ?? .now : nil
    idleSince = work == .none ? idleSince ?? .now : nil
    return switch work {
    case .head: (headBegan ?? .now).advanced(by: limits.headTimeout)
    case .none: (idleSince ?? .now).advanced(by: limits.idleTimeout)
    case .ours: .after(min(limits.writeTimeout, limits.idleTimeout, limits.headTimeout))
    case .answered: contentWrittenLast.advanced(by: limits.stalledAnswerTimeout)
    }
  }

  /// When a connection that is idle is to give up its task; never while it is not.
  var parking: Deadline {
    idleSince.map { max($0, movedLast).advanced(by: limits.taskIdleTimeout) } ?? .never
  }

  /// Since when the connection is idle, as of the last question.
  var idleBegan: Deadline { idleSince ?? .never }

  /// Judges a deadline that has passed by what is under way now.
  mutating func verdict(during work: Work) -> Verdict {
    guard deadline(during: work).hasPassed else { return .goesOn }
    return switch work {
    case .none: .isIdle
    case .ours: .goesOn
    case .head, .answered: .isTooSlow
    }
  }

  mutating func bytesRead() { movedLast = .now }

  mutating func bytesWritten(withContent: Bool) {
    movedLast = .now
    if withContent { contentWrittenLast = movedLast }
  }

  /// An answer is whole: from now on only the peer keeps it here.
  mutating func answered() { contentWrittenLast = .now }

  /// The connection may not be parked yet: the question comes again after as long a time.
  mutating func parkingRefused() { movedLast = .now }
}
