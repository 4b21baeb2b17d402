/// Why a verb failed: the error text and the exit code.
struct VerbError: Error, CustomStringConvertible {
  let exitCode: ExitCode
  let description: String

  /// Creates an error that a restart does not fix.
  static func configuration(_ message: String) -> VerbError {
    VerbError(exitCode: .configuration, description: message)
  }

  /// Creates an error after which a later start may succeed.
  static func temporary(_ message: String) -> VerbError {
    VerbError(exitCode: .temporary, description: message)
  }
}
