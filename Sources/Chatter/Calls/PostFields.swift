/// The fields of a POST's body as they arrived: the last of each key, unknown keys skipped.
struct PostFields {
  private var usernameValue = JSONValue.null
  private var nameValue = JSONValue.null
  private var messageValue = JSONValue.null
  private var audioValue = JSONValue.null

  /// Reads a body to its end.
  init(body: ArraySlice<UInt8>) throws(PostError) {
    do throws(JSONError) {
      var scanner = try JSONScanner(body, limits: .post)
      guard scanner.peek == UInt8(ascii: "{") else {
        let kind = try scanner.value().kind
        try scanner.finish()
        throw .notAnObject(kind)
      }
      var fields = self
      try scanner.members { (key, scanner) throws(JSONError) in
        fields.set(key, try scanner.value())
      }
      try scanner.finish()
      self = fields
    } catch {
      throw .malformed(error)
    }
  }

  private mutating func set(_ key: JSONText, _ value: JSONValue) {
    switch key.postField {
    case .username: usernameValue = value
    case .name: nameValue = value
    case .message: messageValue = value
    case .audio: audioValue = value
    case nil: break
    }
  }

  private func value(of field: PostField) -> JSONValue {
    switch field {
    case .username: usernameValue
    case .name: nameValue
    case .message: messageValue
    case .audio: audioValue
    }
  }

  /// The text of a field as it is between its quotes, nil where it is absent or null.
  func rawText(of field: PostField) throws(PostError) -> JSONText? {
    switch value(of: field) {
    case .null: return nil
    case .other(let kind): throw .notText(field, kind)
    case .text(let text): return text
    }
  }

  /// The text of a field as people read it: without NUL, which no PostgreSQL text can hold.
  private func words(of field: PostField) throws(PostError) -> ArraySlice<UInt8>? {
    guard let raw = try rawText(of: field) else { return nil }
    let text: ArraySlice<UInt8>
    do throws(JSONText.LoneSurrogateError) {
      text = try raw.unescaped()
    } catch {
      throw .loneSurrogate(field)
    }
    // A bare NUL is refused by the scanner, so one can only hide in an escape.
    if raw.hasEscapes, text.contains(0) { throw .nul(field) }
    return text
  }

  /// Who posts: `username`, or its synonym `name` where `username` is absent or null.
  func username() throws(PostError) -> String {
    let username = try words(of: .username)
    let name = try words(of: .name)
    guard let text = username ?? name else { throw .missing(.username) }
    guard !text.isEmpty else { throw .empty(username == nil ? .name : .username) }
    // Each character of UTF-8 has one byte that is no continuation (10xxxxxx).
    let characters = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    guard characters <= PostLimit.usernameCharactersMax else {
      throw .usernameTooLong(charactersMax: PostLimit.usernameCharactersMax)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What is said, nil where it is absent or null.
  func message(bytesMax: Int) throws(PostError) -> String? {
    guard let text = try words(of: .message) else { return nil }
    guard text.count <= bytesMax else { throw .messageTooLong(bytesMax: bytesMax) }
    return String(decoding: text, as: UTF8.self)
  }
}
