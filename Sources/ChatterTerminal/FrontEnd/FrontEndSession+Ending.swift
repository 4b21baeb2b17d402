import ChatterAudio

/// The outcome of a front end that has ended.
struct FrontEndEnding: Equatable, Sendable {
  /// The signal that ended it; nil if the person or the end of the input did.
  var signal: Int32?
  /// What was recorded or written and not posted, unless the person chose to discard it.
  var unsent = Unsent()
  /// The error of a failed post that nobody can repeat.
  var failure: ExitError?
}

/// The timeouts for completing a recording at the end of the program.
struct CompletionTimeouts: Equatable, Sendable {
  /// The time before the person is informed of the wait.
  var noticeTimeout = Duration.seconds(1)
  /// The time before the recording is left incomplete.
  var completionTimeout = Duration.seconds(30)
}

extension FrontEndSession {
  /// The timeout for closing the devices, which removes the file of a discarded recording.
  private static let closeTimeout = Duration.seconds(2)

  /// Ends pending work and closes the devices. A recording that is not completed within the timeout
  /// stays in its file.
  ///
  /// - Returns: What was recorded or written and has not been posted.
  func end(_ timeouts: CompletionTimeouts = CompletionTimeouts()) async -> Unsent {
    (postWaits, playWaits) = (false, false)
    let incompletePath = await player.completeRecording(timeouts) { [report] path in
      report("completing the recording: interrupt again to leave it as it is in \(path)")
    }
    pollPlayer()
    let failure = await cutOff()
    let isRecorded = model.hasRecording || model.isPostingClip
    let unsent = Unsent(
      clip: isRecorded ? player.audio : nil, text: model.unsentText, incompletePath: incompletePath,
      failure: failure)
    if incompletePath == nil { await closeDevices() }
    return unsent
  }

  /// Ends pending work and discards it.
  ///
  /// - Returns: Nothing that is unsent.
  @discardableResult
  func drop() async -> Unsent {
    (postWaits, playWaits) = (false, false)
    _ = await cutOff()
    await closeDevices()
    return Unsent()
  }

  private func closeDevices() async {
    player.setupRecorder()
    await player.settled(within: Self.closeTimeout)
    continuation.finish()
  }

  /// - Returns: Why the post in progress may have failed.
  private func cutOff() async -> ExitError? {
    transcript?.cancel()
    for task in work.values { task.cancel() }
    // The outcome of a cancelled post is known when its task ends.
    await work[.post]?.value
    guard let outcome = postOutcome else { return nil }
    take(.posted(outcome))
    if case .failure(let failure) = outcome { return failure }
    return nil
  }
}
