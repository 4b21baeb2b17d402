import Chatter

/// A chatt as `--json` prints it: an object with the clip's properties in place of the clip.
enum ChattJSON {
  static func text(_ chatt: Chatt) -> String {
    var output: [UInt8] = []
    JSONWriter.append(raw: #"{"id":"#, to: &output)
    JSONWriter.append(chatt.id?.description, to: &output)
    JSONWriter.append(raw: #","timestamp":"#, to: &output)
    JSONWriter.append(chatt.timestamp, to: &output)
    JSONWriter.append(raw: #","username":"#, to: &output)
    JSONWriter.append(chatt.username, to: &output)
    JSONWriter.append(raw: #","message":"#, to: &output)
    JSONWriter.append(chatt.message, to: &output)
    JSONWriter.append(raw: #","audio":"#, to: &output)
    appendAudio(chatt, to: &output)
    JSONWriter.append(raw: "}", to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static func appendAudio(_ chatt: Chatt, to output: inout [UInt8]) {
    do {
      guard let bytes = try chatt.audioBytes() else {
        return JSONWriter.append(nil as String?, to: &output)
      }
      let facts = try AudioClip(bytes: bytes).facts
      JSONWriter.append(raw: #"{"seconds":"#, to: &output)
      output.append(contentsOf: seconds(facts.duration).utf8)
      JSONWriter.append(raw: #","codec":"#, to: &output)
      JSONWriter.append(facts.codec.rawValue, to: &output)
      output.append(
        contentsOf: #","sampleRate":\#(facts.sampleRate),"channels":\#(facts.channels)"#.utf8)
      output.append(contentsOf: #","bytes":\#(facts.byteCount)}"#.utf8)
    } catch {
      JSONWriter.append(raw: #"{"error":"#, to: &output)
      JSONWriter.append("\(error)", to: &output)
      JSONWriter.append(raw: "}", to: &output)
    }
  }

  /// Returns seconds with three decimals.
  static func seconds(_ time: Duration) -> String {
    let milliseconds = max(0, TimeText.milliseconds(time))
    let rest = "\(1000 + milliseconds % 1000)".dropFirst()
    return "\(milliseconds / 1000).\(rest)"
  }
}
