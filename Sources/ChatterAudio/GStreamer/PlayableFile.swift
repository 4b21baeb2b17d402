import Chatter

/// The playable part of a clip's file.
struct PlayableFile: Sendable {
  let bytes: [UInt8]
  /// The duration given by the boxes; nil for a format that the server does not accept.
  let duration: Duration?

  /// Removes the incomplete end of a recording in fragments.
  ///
  /// Fails if nothing in the file is playable, as far as that can be determined without decoding.
  /// GStreamer sometimes waits indefinitely for the rest of a file that was cut off near its start.
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
