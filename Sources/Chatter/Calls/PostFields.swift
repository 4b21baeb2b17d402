/// The members of the body of a POST: the last value for each key, without unknown keys.
struct PostFields {
  private var usernameValue = JSONValue.null
  private var nameValue = JSONValue.null
  private var messageValue = JSONValue.null
  private var audioValue = JSONValue.null
  /// The first unknown member that holds a clip.
  private var misplacedClip: JSONText?

  init(body: ArraySlice<UInt8>) throws(PostError) {
    do throws(JSONError) {
      var scanner = try JSONScanner(body, limits: .post)
      guard scanner.peek == UInt8(ascii: "{") else {
        let kind = try scanner.value().kind
        try scanner.finish()
        throw .notAnObject(kind)
      }
      try scanner.members { (key, scanner) throws(JSONError) in
        set(key, try scanner.value())
      }
      try scanner.finish()
    } catch {
      throw PostMistake(body: body).map(PostError.mistake) ?? .malformed(error)
    }
  }

  private mutating func set(_ key: JSONText, _ value: JSONValue) {
    switch PostField.allCases.first(where: { key.equals($0.rawValue) }) {
    case .username: usernameValue = value
    case .name: nameValue = value
    case .message: messageValue = value
    case .audio: audioValue = value
    case nil:
      if misplacedClip == nil, case .text(let text) = value, text.holdsClip { misplacedClip = key }
    }
  }

  /// Throws if an unknown member holds a clip, which would be lost.
  func checkClips() throws(PostError) {
    guard let name = misplacedClip else { return }
    let text = (try? name.unescaped()).map { String(decoding: $0, as: UTF8.self) } ?? "a member"
    throw .misplacedClip(String(text.prefix(Self.quotedNameCharactersMax)))
  }

  /// How much of a name an error quotes.
  private static let quotedNameCharactersMax = 64

  /// Returns the base64 text of `audio` as it is between its quotes, or nil if it is absent or
  /// null.
  func audio() throws(PostError) -> JSONText? { try rawText(audioValue, of: .audio) }

  private func rawText(_ value: JSONValue, of field: PostField) throws(PostError) -> JSONText? {
    switch value {
    case .null: return nil
    case .other(let kind): throw .notText(field, kind)
    case .text(let text): return text
    }
  }

  /// Returns the unescaped text of a field; rejects NUL, which PostgreSQL's text cannot hold.
  private func text(
    _ value: JSONValue, of field: PostField
  ) throws(PostError) -> ArraySlice<UInt8>? {
    guard let raw = try rawText(value, of: field) else { return nil }
    let text: ArraySlice<UInt8>
    do throws(JSONError) {
      text = try raw.unescaped()
    } catch {
      throw .loneSurrogate(field)
    }
    // The scanner rejects an unescaped NUL, so only an escape can produce one.
    if raw.hasEscapes, text.contains(0) { throw .nul(field) }
    return text
  }

  /// Returns `username`, or its synonym `name` if `username` is absent or null.
  func username() throws(PostError) -> String {
    let username = try text(usernameValue, of: .username)
    let name = try text(nameValue, of: .name)
    guard let text = username ?? name else { throw .missing(.username) }
    return try Self.username(text, from: username == nil ? .name : .username)
  }

  static func username(_ text: ArraySlice<UInt8>, from field: PostField) throws(PostError) -> String
  {
    guard !text.isEmpty else { throw .empty(field) }
    // Each character of UTF-8 has exactly one byte that is not a continuation byte (10xxxxxx).
    let characters = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    guard characters <= PostLimit.usernameCharactersMax else {
      throw .usernameTooLong(charactersMax: PostLimit.usernameCharactersMax)
    }
    return String(decoding: text, as: UTF8.self)
  }

  func message(bytesMax: Int) throws(PostError) -> String? {
    guard let text = try text(messageValue, of: .message) else { return nil }
    return try Self.message(text, bytesMax: bytesMax)
  }

  static func message(_ text: ArraySlice<UInt8>, bytesMax: Int) throws(PostError) -> String {
    guard text.count <= bytesMax else { throw .messageTooLong(bytesMax: bytesMax) }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The members of the body of a POST, by their keys.
public enum PostField: String, Sendable, CaseIterable {
  case username, name, message, audio
}

/// Limits on posts.
public enum PostLimit {
  /// Maximum length of a username in Unicode scalar values, which PostgreSQL's `char_length`
  /// counts.
  public static let usernameCharactersMax = 255
  /// Default maximum length of a message in bytes; the server has an option for it.
  public static let messageBytesMax = 65_536

  /// Bytes of body allowed for each byte of message: an escape (`\u0007`) takes six bytes for one.
  static let bodyBytesPerMessageByte = 8
  /// Bytes of body allowed besides the message: a username of 255 escaped pairs, keys and blanks.
  static let bodyBytesBesideMessage = 4096

  /// Returns the maximum body size of postchatt for messages of up to `messageBytesMax` bytes.
  public static func textBodyBytesMax(messageBytesMax: Int) -> Int {
    messageBytesMax * bodyBytesPerMessageByte + bodyBytesBesideMessage
  }
}

/// The body of postchatt, parsed and validated.
public struct PostChattRequest: Sendable, Equatable {
  /// The username of the sender.
  public let username: String
  /// The message.
  public let message: String

  /// Parses and validates a body; `audio` is ignored, like any unknown member.
  public init(
    body: ArraySlice<UInt8>, messageBytesMax: Int = PostLimit.messageBytesMax
  ) throws(PostError) {
    let fields = try PostFields(body: body)
    username = try fields.username()
    guard let message = try fields.message(bytesMax: messageBytesMax) else {
      throw .missing(.message)
    }
    self.message = message
  }
}
