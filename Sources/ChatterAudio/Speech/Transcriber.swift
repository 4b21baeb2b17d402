/// A speech recognizer.
public protocol Transcriber: Sendable {
  /// Returns the transcript as it becomes available: each text contains everything so far. The
  /// stream ends after the last text.
  ///
  /// - Parameter samples: The sound, 16-bit mono at 16 kHz.
  func transcribe(_ samples: AsyncThrowingStream<[Int16], any Error>) -> AsyncThrowingStream<
    String, any Error
  >
}
