/// The outcome of a recording.
public enum RecorderEvent: Equatable, Sendable {
  /// The file is complete; the value is the duration of the clip.
  case finished(Duration)
  /// The recording failed; the file contains what was recorded until then.
  case failed(AudioError)
}
