/// The failure of a program that a test runs.
public enum ProgramError: Error, CustomStringConvertible {
  case notStarted(program: String, errno: Int32)
  case timedOut(program: String, after: Duration, errors: String)
  /// The program ended, or the time limit passed, before it printed the expected text.
  case neverPrinted(program: String, text: String, errors: String)
  case failed(program: String, ending: ProgramEnding, errors: String)

  public var description: String {
    switch self {
    case .notStarted(let program, let errno): "\(program) did not start: errno \(errno)"
    case .timedOut(let program, let limit, let errors):
      "\(program) did not end within \(limit); it printed: \(errors)"
    case .neverPrinted(let program, let text, let errors):
      "\(program) did not print '\(text)'; it printed: \(errors)"
    case .failed(let program, let ending, let errors): "\(program) \(ending): \(errors)"
    }
  }
}
