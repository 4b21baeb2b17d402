/// The reason that speech could not be recognised.
public enum SpeechError: Error, Equatable, Sendable, CustomStringConvertible {
  /// This build has no speech recognition.
  case notInstalled
  /// The model of a language is missing or invalid.
  case noModel(String)
  /// Recognition failed.
  case failed

  /// The error message for a user.
  public var description: String {
    switch self {
    case .notInstalled:
      """
      this build recognises no speech: apt-get install libpocketsphinx-dev pocketsphinx-en-us, \
      and build it again
      """
    case .noModel(let path):
      "there is no model of speech in \(path): apt-get install pocketsphinx-en-us"
    case .failed: "what is said could not be recognised"
    }
  }
}
