import ChatterAudio

@MainActor
final class LiveTranscript {
  /// Everything recognised so far.
  private(set) var text = ""
  /// Whether the text grows no more.
  private(set) var hasEnded = false
  /// Why the text is not complete; nil if it is, or still grows.
  private(set) var failure: (any Error)?
  private var work: Task<Void, Never>?

  /// - Parameter texts: Each contains everything so far.
  init(_ texts: AsyncThrowingStream<String, any Error>) {
    work = Task { [weak self] in
      do {
        for try await text in texts { self?.text = text }
      } catch {
        self?.failure = error
      }
      self?.hasEnded = true
    }
  }

  func whenEnded() async { await work?.value }

  func cancel() { work?.cancel() }

  isolated deinit { work?.cancel() }
}
