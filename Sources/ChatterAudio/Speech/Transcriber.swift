/// Finds out what is said in a clip.
public protocol Transcriber: Sendable {
  /// What is said, as it becomes known: each text holds all so far. Ends after the last.
  ///
  /// - Parameter samples: 16-bit mono at 16 kHz.
  func transcribe(_ samples: AsyncThrowingStream<[Int16], any Error>) -> AsyncThrowingStream<
    String, any Error
  >
}
