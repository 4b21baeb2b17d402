internal import HTTP
internal import Sockets

/// Until when the next byte must come, by what is being read.
///
/// A deadline belongs to a phase, not to a read: a peer that sends one byte a second does not
/// move it. Only content moves its own, by the pace that is asked of it.
struct ReadDeadlines {
  private enum Phase { case idle, head, body, lingering }

  private let limits: ServerLimits
  private var phase: Phase?
  /// When the present phase began.
  private(set) var began = Deadline.never
  private var bytesInPhase = 0
  private var bodyPace: BodyPace
  private var lingerPace: Pace

  /// - Parameter idleSince: when the idle phase began that goes on; nil for a new connection.
  init(_ limits: ServerLimits, idleSince: Deadline? = nil) {
    self.limits = limits
    bodyPace = BodyPace(limits)
    lingerPace = Self.lingerPace(limits)
    if let idleSince {
      phase = .idle
      began = idleSince
    }
  }

  /// When a connection that is idle now is to give up its task.
  var parking: Deadline { began.advanced(by: limits.taskIdleTimeout) }

  /// When a connection that is idle now is to be closed.
  static func idleEnd(since began: Deadline, _ limits: ServerLimits) -> Deadline {
    began.advanced(by: limits.idleTimeout)
  }

  /// The deadline for a read in this state of the connection.
  ///
  /// - Parameter isBroken: whether the end of the last request cannot be found: then nothing that
  ///   comes buys time.
  mutating func deadline(
    in state: ConnectionState, isBroken: Bool = false, now: Deadline = .now
  ) -> Deadline {
    let next: Phase =
      switch state {
      case .idle: .idle
      case .head: .head
      case .lingering, .closing, .closed: .lingering
      case .body, .complete, .broken, .respondingEarly, .responding, .respondingLast, .draining:
        .body
      }
    if next != phase {
      phase = next
      began = now
      bytesInPhase = 0
      bodyPace = BodyPace(limits)
      lingerPace = Self.lingerPace(limits)
    }
    switch next {
    case .idle: return Self.idleEnd(since: began, limits)
    case .head: return began.advanced(by: limits.headTimeout)
    case .body: return bodyPace.deadline(after: bytesInPhase, now: now)
    case .lingering:
      let longest = max(limits.lingerTimeout, limits.bodyTimeout)
      let end = began.advanced(by: isBroken ? limits.lingerTimeout : longest)
      return min(end, lingerPace.deadline(after: bytesInPhase, now: now))
    }
  }

  private static func lingerPace(_ limits: ServerLimits) -> Pace {
    Pace(patience: limits.lingerTimeout, bytesPerSecondMin: limits.bodyBytesPerSecondMin)
  }

  /// Counts what a read has brought. An idle phase that gets bytes is over, be it by a request so
  /// small that its head is never waited for.
  mutating func received(_ count: Int) {
    bytesInPhase += count
    if phase == .idle { phase = nil }
  }

  /// Begins anew with the next read: a request has come whole into memory or is over, and the time
  /// that it took is not the next one's.
  mutating func restart() { phase = nil }
}
