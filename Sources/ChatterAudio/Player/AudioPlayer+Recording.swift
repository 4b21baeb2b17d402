private import Chatter

extension AudioPlayer {
  /// Records into a file of its own.
  func beginRecording() async throws(AudioError) {
    let file = try TemporaryRecording()
    recordingFile = file
    // The file goes with its object, and a recording that comes too late is still written into it.
    defer { withExtendedLifetime(file) {} }
    try await recorder.start(to: file.path)
  }

  /// Where the file is of a recording that is under way or being completed; nil at other times.
  public var recordingPath: String? { recordingFile?.path }

  /// Lets the file of such a recording stay where it is, for whoever cannot wait until it is
  /// complete: it plays to within its last second.
  ///
  /// - Returns: its path; nil where there is no recording.
  public func leaveRecording() -> String? {
    recordingFile?.leave()
    return recordingPath
  }

  /// Makes ready to record, with what a recording has left whose program has ended before it was
  /// stopped: a path of `AudioRecorder.leftovers`. It goes with the player's next clip, as any does.
  ///
  /// Where it is no clip, `lastError` says why.
  public func setupRecorder(recovering path: String) {
    setupRecorder()
    do throws(AudioError) {
      takeUp(try TemporaryRecording(adopting: path)) { $0 }
    } catch {
      fail(error)
    }
  }

  /// Takes the recorded clip; of one whose end has failed, what is whole of it.
  func finishRecording() async throws(AudioError) {
    guard let file = recordingFile else {
      isFinishingRecording = false
      return
    }
    let mine = generation
    do throws(AudioError) {
      try await recorder.stop()
      let bytes = try await ClipFile.read(file.path)
      guard mine == generation else { return }
      audio = bytes
    } catch {
      guard let bytes = try? await recovered(file) else { throw error }
      guard mine == generation else { return }
      lastError = error
      audio = bytes
    }
    recordingFile = nil
    isFinishingRecording = false
  }

  /// Acts as failed, and keeps what is whole of a recording that has ended by itself.
  func salvage(_ file: TemporaryRecording, after error: AudioError) {
    fail(error)
    takeUp(file) { _ in error }
  }

  /// Takes what is whole of a recording, and makes ready to play it, if there is something.
  private func takeUp(
    _ file: TemporaryRecording, orElse report: @escaping @Sendable (AudioError) -> AudioError
  ) {
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
        player.recordingFile = nil
        player.isFinishingRecording = false
        player.lastError = report(error)
        return
      }
      guard mine == player.generation else { return }
      player.audio = bytes
      player.recordingFile = nil
      player.isFinishingRecording = false
      guard player.playerState == .start(.record) else { return }
      player.playerState = .start(.standby)
      // Why it cannot be played is told when it is to be.
      try? await player.prepare()
    }
  }

  /// What is whole of a recording, as soon as nothing is written into it any more.
  private func recovered(_ file: TemporaryRecording) async throws(AudioError) -> [UInt8] {
    await recorder.whenClosed()
    try await engine.recoverRecording(at: file.path)
    let bytes = try await ClipFile.read(file.path)
    do throws(AudioClipError) {
      _ = try AudioClip(bytes: bytes)
    } catch {
      throw .undecodable(error.description)
    }
    return bytes
  }
}
