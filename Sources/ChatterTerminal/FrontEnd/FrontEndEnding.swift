/// The outcome of a front end that has ended.
struct FrontEndEnding: Equatable, Sendable {
  /// The signal that ended it; nil if the person or the end of the input did.
  var signal: Int32?
  /// What was recorded or written and not posted, unless the person chose to discard it.
  var unsent = Unsent()
  /// The error of a failed post that nobody can repeat.
  var failure: ExitError?
}
