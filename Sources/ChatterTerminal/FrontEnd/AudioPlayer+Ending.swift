import ChatterAudio

extension AudioPlayer {
  private static var pollInterval: Duration { .milliseconds(20) }

  /// Ends a recording in progress, and waits until it is complete; reports the path of its file if
  /// that takes longer than `noticeTimeout`, and leaves the file as it is after `timeout`.
  func completeRecording(
    _ noticeTimeout: Duration, timeout: Duration, report: @MainActor (String) -> Void
  ) async {
    if playerState == .recording { stopTapped() }
    let start = ContinuousClock.now
    var isReported = false
    while isFinishingRecording, (try? await Task.sleep(for: Self.pollInterval)) != nil {
      let time = ContinuousClock.now - start
      if !isReported, time >= noticeTimeout, let recordingPath {
        isReported = true
        report(recordingPath)
      }
      guard time < timeout else { return leaveRecording() }
    }
  }

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
