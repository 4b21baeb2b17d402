@testable import ChatterTerminal

/// A player whose recordings take a given time to complete.
@MainActor
final class SlowPlayer: Listening {
  static let path = "/run/slow.m4a"

  private let time: Duration
  private var isRecording = false
  private var completion: ContinuousClock.Instant?
  /// Whether the file was left in place.
  private(set) var hasLeft = false

  init(completesIn time: Duration) { self.time = time }

  var view: PlayerView {
    var view = PlayerView()
    if isRecording { view.recIcon = "stop.circle" }
    view.isFinishing = completion.map { ContinuousClock.now < $0 } ?? false
    view.hasClip = clip != nil
    return view
  }

  var clip: [UInt8]? { completion.map { ContinuousClock.now >= $0 } == true ? [1, 2, 3] : nil }
  var recordedByteCount: Int? { isRecording ? 3 : nil }
  var recordingPath: String? { isRecording || view.isFinishing ? Self.path : nil }
  var failure: ExitError? { nil }
  var (volume, rate, repeats) = (1.0, 1.0, false)

  func setupRecorder() { (isRecording, completion) = (false, nil) }
  func setupPlayer(clip: [UInt8]) {}
  func playTapped() {}
  func rwndTapped() {}
  func ffwdTapped() {}
  func doneTapped() {}
  func settled() async {}

  func recTapped() { if isRecording { stopTapped() } else { isRecording = true } }

  func stopTapped() { (isRecording, completion) = (false, .now + time) }

  func leaveRecording() -> String? {
    hasLeft = true
    return recordingPath
  }
}
