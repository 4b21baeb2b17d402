extension FrontEndSession {
  /// So long an end waits for the devices: a file of a voice that nobody wants is to go.
  private static let devicesPatience = Duration.seconds(2)

  /// Ends what is under way, and gives the devices back.
  ///
  /// A recording is completed as long as that takes, within the patience; then its file stays.
  ///
  /// - Returns: what was recorded or written and has not been posted.
  func end(_ patience: CompletionPatience = CompletionPatience()) async -> Unsent {
    (postWaits, playWaits) = (false, false)
    let left = await player.completeRecording(patience) { [note] path in
      note("completing the recording; to interrupt it again leaves it as it is in \(path)")
    }
    look()
    let failure = await cutOff()
    let isRecorded = model.hasRecording || model.isPostingClip
    let unsent = Unsent(
      clip: isRecorded ? player.clip : nil, text: model.unsentText, left: left, failure: failure)
    if left == nil { await giveBack() }
    return unsent
  }

  /// Ends what is under way for a person who wants none of it.
  func drop() async {
    (postWaits, playWaits) = (false, false)
    _ = await cutOff()
    await giveBack()
  }

  private func giveBack() async {
    player.setupRecorder()
    await player.settled(within: Self.devicesPatience)
    tell.finish()
  }

  /// - Returns: why the post that was under way may not have come.
  private func cutOff() async -> Trouble? {
    for task in work.values { task.cancel() }
    // It may have been stored: what came of it is known when it has ended, which it does at once.
    await work[.post]?.value
    guard let outcome = postOutcome else { return nil }
    take(.posted(outcome))
    if case .failure(let trouble) = outcome { return trouble }
    return nil
  }
}
