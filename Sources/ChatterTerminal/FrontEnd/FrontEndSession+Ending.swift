import Chatter
import ChatterAudio

struct FrontEndEnding: Equatable, Sendable {
  /// The signal that ended it; nil if the person or the end of the input did.
  var signal: Int32?
  /// What was recorded or written and not posted, unless the person chose to discard it.
  var unsent = Unsent()
  /// The error of a failed post that nobody can repeat.
  var failure: ExitError?
}

extension FrontEndSession {
  /// The timeout for closing the devices, which removes the file of a discarded recording.
  private static let closeTimeout = Duration.seconds(2)

  /// Ends pending work, closes the devices, and returns what has not been posted. A second signal
  /// ends the program at once: a recording then stays in its file, which the next start offers.
  ///
  /// - Parameters:
  ///   - noticeTimeout: The time before the person is informed of the wait.
  ///   - timeout: The time before an incomplete recording is left in its file.
  func end(
    noticeTimeout: Duration = .seconds(1), timeout: Duration = .seconds(30)
  ) async -> Unsent {
    (postWaits, playWaits) = (false, false)
    await player.completeRecording(noticeTimeout, timeout: timeout) { [report] path in
      report("completing the recording: interrupt again to leave it as it is in \(path)")
    }
    pollPlayer()
    let (posting, draft) = (model.posting, model.editor.text)
    let failure = await cutOff()
    let isRecorded = model.hasRecording || model.isPostingClip
    var unsent = Unsent(
      clip: isRecorded ? player.audio : nil, text: model.unsentText, failure: failure)
    if failure != nil, let posting, posting.isOwn {
      // A key is that of a post without what was written since.
      (unsent.text, unsent.laterText) = (posting.text, draft)
      if !posting.hasClip { (unsent.clip, unsent.laterClip) = (nil, unsent.clip) }
    }
    unsent.key = key(of: unsent)
    await closeDevices()
    return unsent
  }

  /// Returns the key of what may have been posted; nil if it certainly was not.
  private func key(of unsent: Unsent) -> String? {
    guard !unsent.text.isBlank || unsent.clip != nil else { return nil }
    guard let clip = unsent.clip else {
      return source.unsettledKey(of: model.chatt(unsent.text))?.text
    }
    return (try? AudioClip(bytes: clip)).flatMap {
      source.unsettledKey(of: model.chatt(unsent.text, $0))?.text
    }
  }

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
    following?.cancel()
    for task in work.values { task.cancel() }
    // The outcome of a cancelled post is known when its task ends.
    await work[.post]?.value
    guard let outcome = postOutcome else { return nil }
    take(.posted(outcome))
    if case .failure(let failure) = outcome { return failure }
    return nil
  }
}
