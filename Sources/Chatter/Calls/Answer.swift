/// The answers that are no lists: `{}` for a post, and an error's sentence.
public enum Answer {
  /// The body that says a post is stored.
  public static let posted: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "}")]

  /// Whether a body says that a post is stored: an object, in which a back end may say more than ours.
  public static func isPosted(_ body: ArraySlice<UInt8>) -> Bool {
    do throws(JSONError) {
      var scanner = try JSONScanner(body)
      try scanner.members { (_, scanner) throws(JSONError) in _ = try scanner.value() }
      try scanner.finish()
      return true
    } catch {
      return false
    }
  }

  /// The body of an error: `{"error": sentence}`.
  public static func error(_ sentence: String) -> [UInt8] {
    var body: [UInt8] = []
    JSONWriter.append(raw: #"{"error":"#, to: &body)
    JSONWriter.append(sentence, to: &body)
    JSONWriter.append(raw: "}", to: &body)
    return body
  }

  /// The sentence of an error's body; nil where the body has none.
  public static func sentence(ofError body: ArraySlice<UInt8>) -> String? {
    var sentence: String? = nil
    do throws(JSONError) {
      var scanner = try JSONScanner(body)
      try scanner.members { (key, scanner) throws(JSONError) in
        let value = try scanner.value()
        guard key.equals("error") else { return }
        sentence = nil
        if case .text(let text) = value, let bytes = try? text.unescaped() {
          sentence = String(decoding: bytes, as: UTF8.self)
        }
      }
      try scanner.finish()
    } catch {
      return nil
    }
    return sentence
  }
}
