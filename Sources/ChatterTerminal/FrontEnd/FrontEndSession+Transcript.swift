import ChatterAudio

extension FrontEndSession {
  /// Follows the speech of the recording that has just started, if there is a transcriber.
  func beginTranscript() {
    guard player.transcriber != nil, player.playerState == .recording else { return }
    transcript?.cancel()
    transcript = LiveTranscript(player.resultText)
  }

  var awaitsTranscript: Bool { transcript != nil && !model.player.isRecording }

  func pollTranscript() {
    guard let transcript else { return }
    model.transcript = transcript.text
    guard transcript.hasEnded else { return }
    self.transcript = nil
    model.transcript = nil
    // The recording may have been posted, kept or discarded in the meantime.
    guard model.player.isRecording || model.keepsRecording else { return }
    use(transcript.text, transcript.failure)
  }

  /// Makes a transcript the message, unless the person has written one.
  private func use(_ text: String, _ failure: (any Error)?) {
    let continues = model.player.isRecording ? "; the recording continues" : ""
    if text.isBlank {
      return failure.map { model.fail("No transcript: \($0)\(continues)") }
        ?? model.setNotice("No words were recognised in the recording.")
    }
    let isUsed = !isPlain && model.editor.isEmpty
    // As a paste, which is cut at the maximum length of a message.
    if isUsed { _ = model.editor.press(.paste(text)) }
    if let failure {
      model.fail("The transcript is incomplete: \(failure)\(continues)")
    } else if isUsed {
      model.setNotice("The transcript is your message. Change it", "c", "post TEXT")
    } else {
      model.setNotice("Transcript: \(text)")
    }
  }
}
