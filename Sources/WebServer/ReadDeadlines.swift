internal import HTTP
private import Sockets
internal import System

/// The deadline for the next byte, which depends on what is being read.
///
/// A deadline belongs to a phase, not to a read: a peer that sends one byte a second does not
/// extend it. Only body bytes extend the deadline of the body, at the required pace.
struct ReadDeadlines {
  private enum Phase { case idle, head, body, lingering }

  private let limits: ServerLimits
  private var phase: Phase?
  private(set) var began = Deadline.never
  private var bytesInPhase = 0
  private var bodyPace: BodyPace
  private var lingerPace: Pace

  /// - Parameter idleSince: the beginning of the idle phase that continues; nil for a new
  ///   connection.
  init(_ limits: ServerLimits, idleSince: Deadline? = nil) {
    self.limits = limits
    bodyPace = BodyPace(limits)
    lingerPace = Self.lingerPace(limits)
    if let idleSince {
      phase = .idle
      began = idleSince
    }
  }

  /// When a connection that is idle now should end its task.
  var taskDeadline: Deadline { began.advanced(by: limits.taskIdleTimeout) }

  /// Returns the time at which a connection that is idle now must be closed.
  static func idleEnd(since began: Deadline, _ limits: ServerLimits) -> Deadline {
    began.advanced(by: limits.idleTimeout)
  }

  /// Returns the deadline for a read in this state of the connection.
  ///
  /// - Parameter isBroken: whether the end of the last request cannot be found. A client that still
  ///   sends has no eye for the response: its bytes extend the deadline, up to `headTimeout`.
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
      if isBroken {
        let longest = max(limits.lingerTimeout, limits.headTimeout)
        return min(began.advanced(by: longest), now.advanced(by: limits.lingerTimeout))
      }
      let longest = max(limits.lingerTimeout, limits.bodyTimeout)
      return min(
        began.advanced(by: longest), lingerPace.deadline(after: bytesInPhase, now: now))
    }
  }

  private static func lingerPace(_ limits: ServerLimits) -> Pace {
    Pace(timeout: limits.lingerTimeout, bytesPerSecondMin: limits.bodyBytesPerSecondMin)
  }

  /// Counts the bytes of a read. Bytes end an idle phase, even those of a request so small that its
  /// head is never waited for.
  mutating func received(_ count: Int) {
    bytesInPhase += count
    if phase == .idle { phase = nil }
  }

  /// Starts a new phase with the next read, because a request is complete in memory or over. Its
  /// time does not count towards the next request.
  mutating func restart() { phase = nil }
}
