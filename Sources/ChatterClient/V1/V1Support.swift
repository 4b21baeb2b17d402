internal import EventLoop

/// Whether a server has `/v1`, as its responses show; shared by all calls to the server.
final class V1Support: Sendable {
  /// Time after which a server without `/v1` is checked again: it may have been upgraded.
  static let recheckInterval = Duration.seconds(300)

  enum Presence: Equatable {
    case present, absent, unknown
  }

  /// What the last response showed; an absence has its age.
  private enum State {
    case unknown
    case present
    case absent(age: @Sendable () -> Duration)
  }

  private let state = Lock(State.unknown)

  /// What is known now.
  var presence: Presence {
    switch state.withLock({ $0 }) {
    case .unknown: .unknown
    case .present: .present
    case .absent(let age): age() < Self.recheckInterval ? .absent : .unknown
    }
  }

  func notePresence() { state.withLock { $0 = .present } }

  func noteAbsence(clock: any Clock<Duration>) {
    let age = clock.stopwatch()
    state.withLock { $0 = .absent(age: age) }
  }
}
