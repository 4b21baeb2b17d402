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
