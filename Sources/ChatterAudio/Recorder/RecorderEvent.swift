/// How a recording has ended.
public enum RecorderEvent: Equatable, Sendable {
  /// The file is complete; how long the clip is.
  case finished(Duration)
  /// The file holds what was recorded until then.
  case failed(AudioError)
}
