/// Why a verb ended without having done what was asked: the sentence and what the parent is told.
struct VerbError: Error, CustomStringConvertible {
  let exitCode: ExitCode
  let description: String

  /// A restart will not mend it.
  static func configuration(_ sentence: String) -> VerbError {
    VerbError(exitCode: .configuration, description: sentence)
  }

  /// A later start may succeed.
  static func temporary(_ sentence: String) -> VerbError {
    VerbError(exitCode: .temporary, description: sentence)
  }
}
