internal import System

/// Whether a server has `/v1`, as its responses show; shared by all calls to the server.
final class V1Support: Sendable {
  /// Time after which a server without `/v1` is checked again: it may have been upgraded.
  static let recheckInterval = Duration.seconds(300)

  enum Presence: Equatable {
    case present, absent, unknown
  }

  /// What the last response showed, and the age of an absence.
  private let state = Lock((isPresent: false, absenceAge: (@Sendable () -> Duration)?.none))

  var presence: Presence {
    let (isPresent, absenceAge) = state.withLock { $0 }
    if isPresent { return .present }
    return absenceAge.map { $0() < Self.recheckInterval } == true ? .absent : .unknown
  }

  func notePresence() { state.withLock { $0 = (true, nil) } }

  func noteAbsence(clock: any Clock<Duration>) {
    let age = clock.stopwatch()
    state.withLock { $0 = (false, age) }
  }
}
