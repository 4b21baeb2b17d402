/// Why a clip could not be played or recorded. The error texts say what to change.
public enum AudioError: Error, Equatable, Sendable {
  /// No audio input: there is no microphone, or no sound server for it.
  case noSource
  /// No audio output.
  case noSink
  /// The device may not be used.
  case denied(String)
  /// The bytes are not playable audio.
  case undecodable(String)
  /// A component of the engine is not installed; the text names the package to install.
  case missingPlugin(String)
  /// The text is not base64.
  case notBase64(String)
  /// The file cannot be read or written.
  case file(String)
  /// The operation is not supported, or not at this time; the text says what is.
  case unsupported(String)
  /// Any other failure of the engine.
  case engine(String)
}

extension AudioError {
  /// Returns the error with the path in its text if it is a file error, otherwise unchanged.
  func naming(_ path: String) -> AudioError {
    guard case .file(let message) = self, !message.contains(path) else { return self }
    return .file("\(path): \(message)")
  }
}

extension AudioError: CustomStringConvertible {
  /// The error text for people: starts in lower case, without a full stop.
  public var description: String {
    switch self {
    case .noSource:
      "there is no microphone: connect one, or start the sound server (PipeWire or PulseAudio)"
    case .noSink:
      "there is no audio output: connect a loudspeaker, or start the sound server"
        + " (PipeWire or PulseAudio)"
    case .denied(let reason):
      "cannot use the sound device: \(reason): close other programs that use it, or join the group"
        + " audio"
    case .undecodable(let reason): "this clip cannot be played: \(reason)"
    case .missingPlugin(let message): message
    case .notBase64(let reason): "audio is not base64: \(reason): encode the clip's file again"
    case .file(let message): message
    case .unsupported(let message): message
    case .engine(let reason): "the audio engine failed: \(reason): try again or use another device"
    }
  }
}
