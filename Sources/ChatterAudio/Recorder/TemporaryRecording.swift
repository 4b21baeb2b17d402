/// The file that a message is recorded into before it is sent; it goes with this object.
final class TemporaryRecording: Sendable {
  let path: String

  /// Makes an empty file under a name that cannot be guessed.
  init() throws(AudioError) {
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    path = "\(ClipFile.temporaryDirectory)/chatter-\(name).m4a"
    try ClipFile.create(path)
  }

  deinit { ClipFile.remove(path) }
}
