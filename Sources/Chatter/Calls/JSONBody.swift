/// The response bodies that are not lists: `{}` for a post, and an error message.
public enum JSONBody {
  /// The body of the response to a stored post.
  public static let posted: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "}")]

  /// Whether a body confirms a post: any JSON object, because other back ends may add members.
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

  /// Returns the body of an error response: `{"error": message}`.
  public static func error(_ message: String) -> [UInt8] {
    var body: [UInt8] = []
    JSONWriter.append(raw: #"{"error":"#, message, to: &body)
    JSONWriter.append(raw: "}", to: &body)
    return body
  }

  /// Returns the message in an error body, of a lab call or of `/v1` (RFC 9457), or nil if the body
  /// has none.
  public static func message(ofError body: ArraySlice<UInt8>) -> String? {
    text(of: ["error", "detail"], in: body)
  }

  /// Returns the stable word for the cause in an error body of `/v1`, such as `token-expired`; nil
  /// if the body has none.
  package static func code(ofError body: ArraySlice<UInt8>) -> String? {
    text(of: ["code"], in: body)
  }

  /// Returns the last of these members if it is a text; nil if the body is not a JSON object.
  private static func text(of names: [String], in body: ArraySlice<UInt8>) -> String? {
    var last: String? = nil
    do throws(JSONError) {
      var scanner = try JSONScanner(body)
      try scanner.members { (key, scanner) throws(JSONError) in
        let value = try scanner.value()
        guard names.contains(where: { key.equals($0) }) else { return }
        last = nil
        if case .text(let text) = value, let bytes = try? text.unescaped() {
          last = String(decoding: bytes, as: UTF8.self)
        }
      }
      try scanner.finish()
    } catch {
      return nil
    }
    return last
  }
}
