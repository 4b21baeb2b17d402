import Threads

/// What a recording tells of itself, told apart from its pipeline's messages.
final class RecordingEvents: Sendable {
  /// What has come of it.
  enum Outcome: Equatable, Sendable {
    case underWay
    /// Its source has come to an end.
    case ended
    case failed(AudioError)
  }

  /// A second and a half: who reads later than that wants to know how loud it is now.
  private static let levelsMax = 16

  let levels: AsyncStream<Double>
  let failures: AsyncStream<AudioError>
  private let levelContinuation: AsyncStream<Double>.Continuation
  private let failureContinuation: AsyncStream<AudioError>.Continuation
  private let state = Lock(Outcome.underWay)

  init() {
    (levels, levelContinuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.levelsMax))
    (failures, failureContinuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(1))
  }

  var outcome: Outcome { state.withLock { $0 } }

  func take(_ message: BusMessage) {
    switch message {
    case .level(let decibels): levelContinuation.yield(SoundLevel.height(decibels: decibels))
    case .endOfStream: conclude(.ended)
    case .failed(let error):
      // What follows the first failure follows from it.
      if conclude(.failed(error)) { failureContinuation.yield(error) }
    case .other: break
    }
  }

  /// Ends both sequences.
  func finish() {
    levelContinuation.finish()
    failureContinuation.finish()
  }

  @discardableResult
  private func conclude(_ outcome: Outcome) -> Bool {
    state.withLock { state in
      guard state == .underWay else { return false }
      state = outcome
      return true
    }
  }
}
