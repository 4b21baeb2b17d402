/// The timeouts for completing a recording at the end of the program; longer recordings take
/// longer.
struct CompletionTimeouts: Equatable, Sendable {
  /// The time before the person is informed of the wait.
  var noticeTimeout = Duration.seconds(1)
  /// The time before the recording is left incomplete.
  var completionTimeout = Duration.seconds(30)
}
