private import Chatter

extension AudioPlayer {
  func beginRecording() async throws(AudioError) {
    let file = try TemporaryRecording()
    recordingFile = file
    // The file is deleted with its object; a recording that starts late still writes to it.
    defer { withExtendedLifetime(file) {} }
    try await recorder.start(to: file.path)
  }

  /// The path of the file while a recording is in progress or being completed; otherwise nil.
  public var recordingPath: String? { recordingFile?.path }

  /// Keeps the file of a recording that cannot be waited for, for `TemporaryRecording.leftovers`.
  public func leaveRecording() { recordingFile?.leave() }

  /// Stops the recording and loads its clip; if stopping fails, loads the complete part.
  func finishRecording() async throws(AudioError) {
    guard let file = recordingFile else { return endRecording(with: nil) }
    let mine = generation
    do throws(AudioError) {
      try await recorder.stop()
      let bytes = try await OpenFile.readClip(file.path)
      if mine == generation { endRecording(with: bytes) }
    } catch {
      guard let bytes = try? await recovered(file) else { throw error }
      guard mine == generation else { return }
      lastError = error
      endRecording(with: bytes)
    }
  }

  private func endRecording(with clip: [UInt8]?) {
    if let clip { audio = clip }
    recordingFile = nil
    isFinishingRecording = false
  }

  /// Loads the complete part of a recording and prepares to play it, if there is one.
  func loadRecovered(_ file: TemporaryRecording, after failure: AudioError) {
    isFinishingRecording = true
    holdsRecording = true
    recordingFile = file
    perform { player async throws(AudioError) in
      let mine = player.generation
      let bytes: [UInt8]
      do throws(AudioError) {
        bytes = try await player.recovered(file)
      } catch {
        guard mine == player.generation else { return }
        player.endRecording(with: nil)
        player.lastError = failure
        return
      }
      guard mine == player.generation else { return }
      player.endRecording(with: bytes)
      guard player.playerState == .start(.record) else { return }
      player.playerState = .start(.standby)
      // Ignored: `playTapped` prepares the clip again and reports the error.
      try? await player.prepare()
    }
  }

  /// Returns the complete part of a recording, once nothing writes to its file.
  private func recovered(_ file: TemporaryRecording) async throws(AudioError) -> [UInt8] {
    await recorder.whenClosed()
    try await engine.recoverRecording(at: file.path)
    let bytes = try await OpenFile.readClip(file.path)
    do throws(AudioClipError) {
      _ = try AudioClip(bytes: bytes)
    } catch {
      throw .undecodable(error.description)
    }
    return bytes
  }
}
