/// How a front end came to its end.
struct FrontEndEnding: Equatable, Sendable {
  /// What ended it; nil where a person did, or the end of what was typed.
  var signal: Int32?
  /// What was recorded or written and not posted, where nobody was there to say that it may go.
  var unsent = Unsent()
  /// Of a post that failed and that nobody was there to repeat.
  var failure: Trouble?
}
