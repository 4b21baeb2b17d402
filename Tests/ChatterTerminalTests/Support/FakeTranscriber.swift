import ChatterAudio
import System

/// A transcriber whose texts the test determines.
final class FakeTranscriber: Transcriber {
  private let runs = Lock<[AsyncThrowingStream<String, any Error>.Continuation]>([])

  /// The number of transcripts that have begun.
  var count: Int { runs.withLock(\.count) }

  func transcribe(
    _ samples: AsyncThrowingStream<[Int16], any Error>
  ) -> AsyncThrowingStream<String, any Error> {
    let (texts, more) = AsyncThrowingStream.makeStream(of: String.self)
    runs.withLock { $0.append(more) }
    return texts
  }

  /// Reports a text of the last transcript.
  func yield(_ text: String) { _ = runs.withLock { $0.last }?.yield(text) }

  /// Ends the last transcript.
  func finish(throwing error: (any Error)? = nil) {
    runs.withLock { $0.last }?.finish(throwing: error)
  }
}
