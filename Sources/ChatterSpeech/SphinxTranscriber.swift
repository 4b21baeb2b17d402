public import ChatterAudio

/// Transcribes speech with PocketSphinx: on this machine, in English, without a network.
public struct SphinxTranscriber: Transcriber {
  /// Number of samples recognised in one step: a quarter of a second.
  private static let stepSamples = 4_000
  /// Number of samples used to adapt to the voice: two seconds.
  private static let adaptationSamples = 32_000
  private static let textsMax = 64

  /// The directory of a model: `en-us` (acoustic model), `en-us.lm.bin` and `cmudict-en-us.dict`.
  public let model: String

  /// Creates a transcriber without loading the model; a missing model is reported on transcription.
  public init(model: String = "/usr/share/pocketsphinx/model/en-us") {
    self.model = model
  }

  /// Returns the transcript of the samples; throws a `SpeechError` if recognition is not possible.
  public func transcribe(
    _ samples: AsyncThrowingStream<[Int16], any Error>
  ) -> AsyncThrowingStream<String, any Error> {
    let (texts, continuation) = AsyncThrowingStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(Self.textsMax))
    let work = Task.detached(priority: .utility) { [model] in
      do {
        try await Self.recognize(samples, model: model) { continuation.yield($0) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in work.cancel() }
    return texts
  }

  private static func recognize(
    _ samples: AsyncThrowingStream<[Int16], any Error>, model: String, _ report: (String) -> Void
  ) async throws {
    let decoder = try SphinxDecoder(model: model)
    var (beginning, hasAdapted, last) = ([Int16](), false, "")
    func process(_ samples: [Int16]) throws {
      for start in stride(from: 0, to: samples.count, by: stepSamples) {
        try Task.checkCancellation()
        try decoder.recognize(samples[start..<min(start + stepSamples, samples.count)])
        guard decoder.text != last else { continue }
        last = decoder.text
        report(last)
      }
    }
    func begin() throws {
      hasAdapted = true
      try decoder.adapt(to: beginning)
      try process(beginning)
    }
    for try await chunk in samples {
      if hasAdapted {
        try process(chunk)
      } else {
        beginning += chunk
        if beginning.count >= adaptationSamples { try begin() }
      }
    }
    if !hasAdapted { try begin() }
    try decoder.finish()
    if decoder.text != last { report(decoder.text) }
  }
}

/// The reason that speech could not be recognised.
public enum SpeechError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The model of a language is missing or invalid.
  case noModel(String)
  /// Recognition failed.
  case failed

  /// The error message for a user.
  public var description: String {
    switch self {
    case .noModel(let path):
      "no speech model in \(path): apt-get install pocketsphinx-en-us"
    case .failed: "speech recognition failed"
    }
  }
}
