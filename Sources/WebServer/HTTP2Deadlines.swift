internal import HTTP
internal import System

/// The deadline for the next byte of an HTTP/2 connection, which depends on the work in progress.
struct HTTP2Deadlines {
  enum Work {
    case none
    /// A request head that is incomplete.
    case head
    /// Work of this side, which is limited elsewhere.
    case ours
    /// Complete responses whose last bytes the peer has not taken.
    case responded

    var isBusy: Bool { self == .ours || self == .responded }
  }

  private let limits: ServerLimits
  private var headBegan: Deadline?
  private var idleSince: Deadline?
  /// When bytes last moved in either direction, or `postponeTaskEnd` was last called.
  private var movedLast = Deadline.now
  /// When body bytes were last written, or a response was last completed.
  ///
  /// Other frames from the peer and the replies to them (acknowledgements of PING and SETTINGS) do
  /// not show that the peer takes a body.
  private var bodyWrittenLast = Deadline.now

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  /// Returns the deadline for a read. During our own work it is only the time of the next check.
  mutating func deadline(during work: Work) -> Deadline {
    headBegan = work == .head ? headBegan ?? .now : nil
    idleSince = work == .none ? idleSince ?? .now : nil
    return switch work {
    case .head: (headBegan ?? .now).advanced(by: limits.headTimeout)
    case .none: (idleSince ?? .now).advanced(by: limits.idleTimeout)
    case .ours: .after(min(limits.writeTimeout, limits.idleTimeout, limits.headTimeout))
    case .responded: bodyWrittenLast.advanced(by: limits.stalledResponseTimeout)
    }
  }

  /// When the task of an idle connection should end; never while the connection is not idle.
  var taskDeadline: Deadline {
    idleSince.map { max($0, movedLast).advanced(by: limits.taskIdleTimeout) } ?? .never
  }

  /// Since when the connection has been idle, as of the last deadline.
  var idleBegan: Deadline { idleSince ?? .never }

  /// Returns the error code with which the connection must end, if its deadline has passed; nil if
  /// it continues.
  mutating func end(during work: Work) -> HTTP2ErrorCode? {
    guard work != .ours, deadline(during: work).hasPassed else { return nil }
    return work == .none ? .noError : .enhanceYourCalm
  }

  /// Records that bytes were read, or that the connection cannot become idle yet.
  mutating func postponeTaskEnd() { movedLast = .now }

  mutating func bytesWritten(withBody: Bool) {
    movedLast = .now
    if withBody { bodyWrittenLast = movedLast }
  }

  /// Records that a response is complete: from now on only the peer delays it.
  mutating func responseCompleted() { bodyWrittenLast = .now }
}
