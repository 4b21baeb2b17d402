import Arguments
import Chatter

/// A chatt as `--json` prints it: an object with the clip's properties in place of the clip.
enum ChattJSON {
  static func text(_ chatt: Chatt) -> String {
    var object = JSONObject()
    object.append("id", chatt.id?.description)
    object.append("timestamp", chatt.timestamp)
    object.append("username", chatt.username)
    object.append("message", chatt.message)
    object.append("audio", json: audio(of: chatt))
    return object.text
  }

  static func deletion(of id: ChattID) -> String {
    var object = JSONObject()
    object.append("id", id.description)
    object.append("deleted", json: "true")
    return object.text
  }

  private static func audio(of chatt: Chatt) -> String {
    var object = JSONObject()
    if chatt.audio == nil, let link = chatt.clipLink {
      object.append("seconds", json: seconds(link.duration))
      object.append("codec", link.codec)
      object.append("sampleRate", json: "\(link.sampleRate)")
      object.append("channels", json: "\(link.channels)")
      object.append("bytes", json: "\(link.byteCount)")
      return object.text
    }
    do {
      guard let bytes = try chatt.audioBytes() else { return "null" }
      let facts = try AudioClip(bytes: bytes).facts
      object.append("seconds", json: seconds(facts.duration))
      object.append("codec", facts.codec.rawValue)
      object.append("sampleRate", json: "\(facts.sampleRate)")
      object.append("channels", json: "\(facts.channels)")
      object.append("bytes", json: "\(facts.byteCount)")
    } catch {
      object.append("error", "\(error)")
    }
    return object.text
  }

  static func seconds(_ time: Duration) -> String {
    let milliseconds = max(0, time.wholeMilliseconds)
    let rest = "\(1000 + milliseconds % 1000)".dropFirst()
    return "\(milliseconds / 1000).\(rest)"
  }
}

struct JSONObject {
  private var output: [UInt8] = []

  var text: String { "{" + String(decoding: output, as: UTF8.self) + "}" }

  /// Appends a member; nil becomes `null`.
  mutating func append(_ name: String, _ value: String?) {
    append(name: name)
    JSONWriter.append(value, to: &output)
  }

  mutating func append(_ name: String, json: String) {
    append(name: name)
    output += json.utf8
  }

  private mutating func append(name: String) {
    if !output.isEmpty { output.append(UInt8(ascii: ",")) }
    JSONWriter.append(name, to: &output)
    output.append(UInt8(ascii: ":"))
  }
}
