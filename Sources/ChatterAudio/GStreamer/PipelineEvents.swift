import System

/// The outcome of a pipeline and its sound levels, from its messages.
final class PipelineEvents: Sendable {
  enum Outcome: Equatable, Sendable {
    case underWay
    /// The source has ended.
    case ended
    case failed(AudioError)
  }

  /// Maximum number of buffered levels, about 1.5 s: a slow reader needs the current level.
  private static let levelsMax = 16

  /// The sound levels; they fail with the first error of the pipeline.
  let levels: AsyncThrowingStream<Double, any Error>
  private let continuation: AsyncThrowingStream<Double, any Error>.Continuation
  private let state = Lock(Outcome.underWay)
  private let start = Lock(Duration?.none)

  init() {
    (levels, continuation) = AsyncThrowingStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.levelsMax))
  }

  var outcome: Outcome { state.withLock { $0 } }

  /// The stream time at which the first sound with a level begins: not zero if a source needs time
  /// to start; nil before.
  var soundStart: Duration? { start.withLock { $0 } }

  func take(_ message: BusMessage) {
    switch message {
    case .level(let decibels, let time):
      start.withLock { $0 = $0 ?? time }
      continuation.yield(Self.height(decibels: decibels))
    case .endOfStream: conclude(.ended)
    case .failed(let error):
      // Later failures are consequences of the first.
      if conclude(.failed(error)) { continuation.finish(throwing: error) }
    case .other: break
    }
  }

  func finish() { continuation.finish() }

  @discardableResult
  private func conclude(_ outcome: Outcome) -> Bool {
    state.withLock { state in
      guard state == .underWay else { return false }
      state = outcome
      return true
    }
  }

  /// Returns the height of a meter, 0...1, linear in decibels; -60 dB and less are silence.
  static func height(decibels: Double) -> Double {
    decibels.isNaN ? 0 : min(max(1 + decibels / 60, 0), 1)
  }
}
