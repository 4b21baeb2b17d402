/// The timeouts for completing a recording at the end of the program; longer recordings take
/// longer.
struct CompletionPatience: Equatable, Sendable {
  /// The time before the person is informed of the wait.
  var silence = Duration.seconds(1)
  /// The time before the recording is left incomplete.
  var whole = Duration.seconds(30)
}
