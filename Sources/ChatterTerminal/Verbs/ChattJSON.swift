import Arguments
import Chatter

/// A chatt as `--json` prints it: an object with the clip's properties in place of the clip.
enum ChattJSON {
  static func text(_ chatt: Chatt, isHeard: Bool) -> String {
    object([
      "id": .text(chatt.id?.description), "timestamp": .text(chatt.timestamp),
      "username": .text(chatt.username), "message": .text(chatt.message),
      "audio": .json(audio(of: chatt)),
      "heard": .json(chatt.hasClip ? "\(isHeard)" : "null"),
    ])
  }

  static func deletion(of id: ChattID) -> String {
    object(["id": .text(id.description), "deleted": .json("true")])
  }

  static func object(_ members: KeyValuePairs<String, JSONWriter.Value>) -> String {
    String(decoding: JSONWriter.object(members), as: UTF8.self)
  }

  private static func audio(of chatt: Chatt) -> String {
    if chatt.audio == nil, let link = chatt.clipLink {
      return audio(link.duration, link.codec, link.sampleRate, link.channels, link.byteCount)
    }
    do {
      guard let bytes = try chatt.audioBytes() else { return "null" }
      let facts = try AudioClip(bytes: bytes).facts
      return audio(
        facts.duration, facts.codec.rawValue, facts.sampleRate, facts.channels, facts.byteCount)
    } catch {
      return object(["error": .text("\(error)")])
    }
  }

  private static func audio(
    _ duration: Duration, _ codec: String, _ sampleRate: Int, _ channels: Int, _ byteCount: Int
  ) -> String {
    object([
      "seconds": .json(seconds(duration)), "codec": .text(codec),
      "sampleRate": .json("\(sampleRate)"), "channels": .json("\(channels)"),
      "bytes": .json("\(byteCount)"),
    ])
  }

  static func seconds(_ time: Duration) -> String {
    let milliseconds = max(0, time.wholeMilliseconds)
    let rest = "\(1000 + milliseconds % 1000)".dropFirst()
    return "\(milliseconds / 1000).\(rest)"
  }
}
