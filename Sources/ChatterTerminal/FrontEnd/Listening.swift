/// The recorder and player: the labs' `AudioPlayer`, or a double in tests.
@MainActor
protocol Listening: AnyObject {
  /// The visible state.
  var view: PlayerView { get }
  /// The file of the clip that was recorded or is being played.
  var clip: [UInt8]? { get }
  /// The current size of the recording's file, in bytes.
  var recordedByteCount: Int? { get }
  /// The path of that file, which is removed when the clip is available.
  var recordingPath: String? { get }
  /// Why the last operation failed.
  var failure: ExitError? { get }

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

  /// Leaves the file of a recording in place.
  ///
  /// - Returns: The path of the file.
  func leaveRecording() -> String?

  /// Returns when all operations have completed.
  func settled() async
}

extension Listening {
  /// The interval at which a recording that is being completed is polled.
  private static var pollInterval: Duration { .milliseconds(20) }

  /// Ends a recording in progress, and waits until it is complete.
  ///
  /// - Parameter report: Receives the path of the file, once, if completing takes longer than
  ///   `noticeTimeout`.
  /// - Returns: The path of the file, if it is left in place after the timeout or a cancellation.
  func completeRecording(
    _ timeouts: CompletionTimeouts, report: @MainActor (String) -> Void
  ) async -> String? {
    if view.isRecording { stopTapped() }
    let clock = ContinuousClock()
    let start = clock.now
    var isReported = false
    while view.isFinishing {
      let time = clock.now - start
      if time >= timeouts.noticeTimeout, !isReported {
        isReported = true
        if let recordingPath { report(recordingPath) }
      }
      guard time < timeouts.completionTimeout,
        (try? await Task.sleep(for: Self.pollInterval)) != nil
      else {
        return leaveRecording()
      }
    }
    return nil
  }

  /// Returns when all operations have completed, or after the timeout.
  func settled(within timeout: Duration) async {
    let (first, more) = AsyncStream<Void>.makeStream()
    let tasks = [
      Task {
        await settled()
        more.yield()
      },
      Task {
        try? await Task.sleep(for: timeout)
        more.yield()
      },
    ]
    for await _ in first { break }
    for task in tasks { task.cancel() }
  }
}
