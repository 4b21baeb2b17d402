/// How long an end waits for a recording to be completed, which takes the longer the longer it is.
struct CompletionPatience: Equatable, Sendable {
  /// Before a person is told what they wait for.
  var silence = Duration.seconds(1)
  /// Then the recording stays as it is.
  var whole = Duration.seconds(30)
}
