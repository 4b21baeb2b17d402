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
  /// The engine has failed in another way.
  case engine(String)
}
