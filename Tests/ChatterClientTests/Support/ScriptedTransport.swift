import Chatter
import System

@testable import ChatterClient

/// A transport without a network: returns the given outcomes, one per call, and repeats the last.
final class ScriptedTransport: Transport {
  typealias Outcome = Result<TransportResponse, ClientError>

  private struct State {
    var outcomes: [Outcome]
    var requests: [TransportRequest] = []
    var isHeld: Bool
    var waiting: [(call: Call, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Lock<State>

  init(_ outcomes: [Outcome], isHeld: Bool = false) {
    state = Lock(State(outcomes: outcomes, isHeld: isHeld))
  }

  /// The requests that were sent.
  var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// Resumes the held requests of one call or, if nil, of all calls, and holds no later ones.
  func release(_ call: Call? = nil) {
    let waiting = state.withLock { state in
      if call == nil { state.isHeld = false }
      defer { state.waiting.removeAll { call == nil || $0.call == call } }
      return state.waiting.filter { call == nil || $0.call == call }
    }
    for one in waiting { one.continuation.resume() }
  }

  func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> TransportResponse {
    let outcome = state.withLock { state -> Outcome in
      state.requests.append(request)
      return state.outcomes.count > 1 ? state.outcomes.removeFirst() : state.outcomes[0]
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isHeld = state.withLock { state in
          if state.isHeld { state.waiting.append((request.call, continuation)) }
          return state.isHeld
        }
        if !isHeld { continuation.resume() }
      }
    } onCancel: {
      release()
    }
    if Task.isCancelled { throw .cancelled }
    return try outcome.get()
  }
}

extension Result where Success == TransportResponse, Failure == ClientError {
  /// A response with a text.
  static func response(
    _ status: Int, _ text: String, retryAfter: Duration? = nil, entityTag: String? = nil
  ) -> Self {
    .success(
      TransportResponse(
        status: status, body: Array(text.utf8), retryAfter: retryAfter, entityTag: entityTag))
  }
}

/// A clock on which a sleep takes no time and is recorded.
final class JumpingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Lock<(now: Duration, sleeps: [Duration])>((.zero, []))

  var now: Instant { Instant(offset: state.withLock { $0.now }) }
  var minimumResolution: Duration { .nanoseconds(1) }
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Advances the clock without a sleep.
  func pass(_ time: Duration) { state.withLock { $0.now += time } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(deadline.offset - state.now)
      state.now = deadline.offset
    }
  }
}
