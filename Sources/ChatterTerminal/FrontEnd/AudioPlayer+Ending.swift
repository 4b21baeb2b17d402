import ChatterAudio

extension AudioPlayer {
  private static var pollInterval: Duration { .milliseconds(20) }

  /// Ends a recording in progress, and waits until it is complete; reports the path of its file if
  /// that takes long. Returns the path if the file is left after the timeout or a cancellation.
  func completeRecording(
    _ timeouts: CompletionTimeouts, report: @MainActor (String) -> Void
  ) async -> String? {
    if playerState == .recording { stopTapped() }
    let clock = ContinuousClock()
    let start = clock.now
    var isReported = false
    while isFinishingRecording {
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
