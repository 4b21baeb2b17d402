/// The limits of a transcriber, which must not affect the recording.
struct TranscriberLimits: Sendable {
  /// The maximum amount of sound that waits for the program, in bytes: 30 s.
  var queuedBytesMax = 30 * 16_000 * 2
  /// The maximum number of bytes sent or received in one step.
  var stepBytesMax = 64 * 1024
  /// The pause after a step that received as much as it may, so that a flood of output does not
  /// take the processor from the recording.
  var floodPause = Duration.milliseconds(50)
  /// The time that the program has to complete the text after the end of the recording.
  var endTimeout = Duration.seconds(60)
}
