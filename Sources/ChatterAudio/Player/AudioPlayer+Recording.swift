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

  /// Takes the recorded clip; of one whose end has failed, what there is, where that is a clip.
  func finishRecording() async throws(AudioError) {
    guard let file = recordingFile else {
      isFinishingRecording = false
      return
    }
    let mine = generation
    var failure: AudioError?
    do throws(AudioError) {
      try await recorder.stop()
    } catch {
      failure = error
    }
    let bytes = try await ClipFile.read(file.path)
    guard mine == generation else { return }
    recordingFile = nil
    if let failure {
      guard (try? AudioClip(bytes: bytes)) != nil else { throw failure }
      lastError = failure
    }
    audio = bytes
    isFinishingRecording = false
  }
}
