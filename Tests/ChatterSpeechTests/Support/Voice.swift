import TestSupport

/// A synthetic voice.
enum Voice {
  /// A clip of the voice that says these words.
  static func clip(_ words: String) async throws -> [UInt8] {
    try await ProgramRun("espeak-ng", ["--stdout", "-v", "en-us+m3", "-s", "160", words]).checked()
      .output
  }
}
