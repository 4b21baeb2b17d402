/// What records and plays: the labs' `AudioPlayer`, or a double in tests.
@MainActor
protocol Listening: AnyObject {
  /// What there is to see of it now.
  var view: PlayerView { get }
  /// The file of the clip that was recorded, or is listened to.
  var clip: [UInt8]? { get }
  /// How large the file of a recording is by now.
  var recordedByteCount: Int? { get }
  /// Where that file is; it goes when the clip is there.
  var recordingPath: String? { get }
  /// Why the last thing did not work.
  var failure: Trouble? { get }

  var volume: Double { get set }
  var rate: Double { get set }
  var repeats: Bool { get set }

  func setupRecorder()
  func setupPlayer(clip: [UInt8])
  func recTapped()
  func playTapped()
  func stopTapped()
  func rwndTapped()
  func ffwdTapped()
  func doneTapped()

  /// Lets the file of a recording stay where it is.
  ///
  /// - Returns: its path.
  func leaveRecording() -> String?

  /// Returns when all that was tapped has been done.
  func settled() async
}

extension Listening {
  /// How often a recording that is being completed is looked at.
  private static var lookInterval: Duration { .milliseconds(20) }

  /// Ends a recording that is under way, and waits until it is complete.
  ///
  /// - Parameter tell: told where the file is, once, when it takes longer than a moment.
  /// - Returns: where the file is left, where it cannot be waited for any longer.
  func completeRecording(
    _ patience: CompletionPatience, tell: @MainActor (String) -> Void
  ) async -> String? {
    if view.isRecording { stopTapped() }
    let clock = ContinuousClock()
    let start = clock.now
    var isTold = false
    while view.isFinishing {
      let time = clock.now - start
      if time >= patience.silence, !isTold {
        isTold = true
        if let recordingPath { tell(recordingPath) }
      }
      guard time < patience.whole, (try? await Task.sleep(for: Self.lookInterval)) != nil else {
        return leaveRecording()
      }
    }
    return nil
  }

  /// The same, but not for ever.
  func settled(within patience: Duration) async {
    let (first, more) = AsyncStream<Void>.makeStream()
    let tasks = [
      Task {
        await settled()
        more.yield()
      },
      Task {
        try? await Task.sleep(for: patience)
        more.yield()
      },
    ]
    for await _ in first { break }
    for task in tasks { task.cancel() }
  }
}
