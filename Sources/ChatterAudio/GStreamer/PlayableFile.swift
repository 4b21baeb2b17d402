import Chatter

/// The file of a clip, as far as it can be played.
struct PlayableFile: Sendable {
  let bytes: [UInt8]
  /// What the boxes say of its length; nil where it is another kind of file than the server takes.
  let duration: Duration?

  /// Leaves out what was cut off at the end of a recording in fragments.
  ///
  /// Fails where nothing of it can be played, as far as that can be seen without decoding: GStreamer
  /// sometimes waits for ever for the rest of a file that was cut off at its start.
  init(_ file: [UInt8]) throws(AudioError) {
    guard !file.isEmpty else { throw .undecodable("the clip is empty") }
    bytes = WholeFragments.byteCount(of: file).map { Array(file.prefix($0)) } ?? file
    do throws(AudioClipError) {
      duration = try AudioClip(bytes: bytes).facts.duration
    } catch {
      switch error {
      case .recordingEmpty, .noMovie, .cutOff, .cutOffBetweenBoxes, .noSamples:
        throw .undecodable("\(error)")
      default: duration = nil
      }
    }
  }
}
