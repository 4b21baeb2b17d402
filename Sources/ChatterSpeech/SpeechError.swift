/// Why it is not known what is said.
public enum SpeechError: Error, Equatable, Sendable, CustomStringConvertible {
  /// This build cannot recognise speech.
  case notInstalled
  /// The model of a language is not there, or is none.
  case noModel(String)
  /// Recognition has failed on the way.
  case failed

  /// The sentence for a person.
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
