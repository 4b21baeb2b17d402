import Chatter
import ChatterServer
import TLS

/// Checks a stored row as a post is checked, and its clip against the digest and the facts beside
/// it.
enum ChattCheck {
  /// Returns what is wrong with a row, in one line; nil if it is sound.
  static func fault(in row: ChattTransfer.Row, _ clip: ChattTransfer.Clip?) -> String? {
    let count = row.username.unicodeScalars.count
    guard (1...PostLimit.usernameCharactersMax).contains(count) else {
      return "the username has \(count) characters"
    }
    guard let clip else { return row.message == nil ? "neither a message nor a clip" : nil }
    // Clips from before the digests have none.
    if let digest = clip.sha256, SHA256.digest(of: clip.bytes) != digest {
      return "the clip differs from its SHA-256"
    }
    do throws(AudioClipError) {
      let facts = try AudioClip(bytes: clip.bytes).facts
      return clip.states(facts) ? nil : "the facts beside the clip are not those of the clip"
    } catch {
      return "the clip is not valid: \(error)"
    }
  }
}
