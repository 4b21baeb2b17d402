import Chatter

/// A JSON object that is written member by member.
struct JSONObject {
  private var output: [UInt8] = []

  /// The object as text.
  var text: String { "{" + String(decoding: output, as: UTF8.self) + "}" }

  /// Appends a member; nil becomes `null`.
  mutating func append(_ name: String, _ value: String?) {
    append(name: name)
    JSONWriter.append(value, to: &output)
  }

  /// Appends a member whose value is JSON.
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
