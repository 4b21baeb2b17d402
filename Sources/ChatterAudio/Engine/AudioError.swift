/// Why a clip was not played or recorded. The sentences say what to change.
public enum AudioError: Error, Equatable, Sendable {
  /// No sound can come in: there is no microphone, or no server for it.
  case noSource
  /// No sound can go out.
  case noSink
  /// The device may not be used.
  case denied(String)
  /// The bytes are no audio that can be played.
  case undecodable(String)
  /// A part of the engine is not installed; the sentence names what to install.
  case missingPlugin(String)
  /// The text is no base64.
  case notBase64(String)
  /// The file cannot be written, or read.
  case file(String)
  /// What is asked for cannot be had, or not now; the sentence says what can.
  case unsupported(String)
  /// The engine has failed in another way.
  case engine(String)
}

extension AudioError {
  /// The same, with the name of the file in the sentence of one about a file.
  func naming(_ path: String) -> AudioError {
    guard case .file(let sentence) = self, !sentence.contains(path) else { return self }
    return .file("\(path): \(sentence)")
  }
}

extension AudioError: CustomStringConvertible {
  /// The sentence for a person: without a capital, without a full stop.
  public var description: String {
    switch self {
    case .noSource:
      "there is no microphone: connect one, or start the sound server (PipeWire or PulseAudio)"
    case .noSink:
      "there is nothing to play on: connect a loudspeaker, or start the sound server"
        + " (PipeWire or PulseAudio)"
    case .denied(let reason): "the sound device may not be used: \(reason)"
    case .undecodable(let reason): "this clip cannot be played: \(reason)"
    case .missingPlugin(let sentence): sentence
    case .notBase64(let reason): "audio is not base64: \(reason)"
    case .file(let sentence): sentence
    case .unsupported(let sentence): sentence
    case .engine(let reason): "the audio engine has failed: \(reason)"
    }
  }
}
