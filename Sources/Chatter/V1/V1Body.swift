/// The bodies of responses of `/v1`, as a client reads them. Unknown members are ignored.
package enum V1Body {
  /// A page of the timeline.
  package struct Page: Sendable {
    /// The chatts, newest first.
    package var chatts: [Chatt] = []
    /// The cursor of the next older page; nil if there is none.
    package var next: String?
    /// The cursor of the next newer page; nil if there is none.
    package var previous: String?
    /// Number of elements that are not chatts.
    package var skippedCount = 0
  }

  /// A chatt as the response to its post shows it.
  package struct Posted: Sendable {
    package var chatt: Chatt
    /// The token that deletes it; nil if the server gives none.
    package var deleteToken: String?
  }

  /// Parses a page; nil if the body is not a page. A list of the labs, wrapped in an object, has no
  /// `next`.
  package static func page(_ body: ArraySlice<UInt8>) -> Page? {
    var page = Page()
    var (hasChatts, hasNext) = (false, false)
    let isObject = read(body) { (key, scanner) throws(JSONError) in
      if key.equals("chatts"), scanner.isAt("[") {
        hasChatts = true
        try scanner.elements { (scanner) throws(JSONError) in
          let posted = scanner.isAt("{") ? try posted(&scanner) : try scanner.skipped()
          if let posted { page.chatts.append(posted.chatt) } else { page.skippedCount += 1 }
        }
      } else if key.equals("next") {
        hasNext = true
        page.next = try scanner.string()
      } else if key.equals("previous") {
        page.previous = try scanner.string()
      } else {
        _ = try scanner.value()
      }
    }
    return isObject && hasChatts && hasNext ? page : nil
  }

  /// Parses a chatt; nil if the body is not a chatt.
  package static func posted(_ body: ArraySlice<UInt8>) -> Posted? {
    do throws(JSONError) {
      var scanner = try JSONScanner(body)
      let posted = try posted(&scanner)
      try scanner.finish()
      return posted
    } catch {
      return nil
    }
  }

  /// Parses the data of a `delete` event; nil if it has no id.
  package static func deletedID(_ body: ArraySlice<UInt8>) -> ChattID? {
    var id: ChattID?
    let isObject = read(body) { (key, scanner) throws(JSONError) in
      let text = try scanner.string()
      if key.equals("id") { id = text.flatMap { ChattID($0) } }
    }
    return isObject ? id : nil
  }

  /// What a server needs a token for, and the username of the token that was sent.
  package typealias Access = (postingNeedsToken: Bool, readingNeedsToken: Bool, username: String?)

  /// Parses the description of a server; nil if it does not say.
  package static func access(_ body: ArraySlice<UInt8>) -> Access? {
    var (posting, reading): (Bool?, Bool?)
    var username: String?
    let isObject = read(body) { (key, scanner) throws(JSONError) in
      if key.equals("postingNeedsToken") {
        posting = try scanner.boolean()
      } else if key.equals("readingNeedsToken") {
        reading = try scanner.boolean()
      } else if key.equals("username") {
        username = try scanner.string()
      } else {
        _ = try scanner.value()
      }
    }
    guard isObject, let posting, let reading else { return nil }
    return (posting, reading, username)
  }

  /// Reads the members of an object; returns whether the body is one.
  private static func read(
    _ body: ArraySlice<UInt8>,
    _ member: (JSONText, inout JSONScanner) throws(JSONError) -> Void
  ) -> Bool {
    do throws(JSONError) {
      var scanner = try JSONScanner(body)
      try scanner.members(member)
      try scanner.finish()
      return true
    } catch {
      return false
    }
  }

  /// Reads an object; nil if it has no id, or a malformed clip.
  private static func posted(_ scanner: inout JSONScanner) throws(JSONError) -> Posted? {
    var posted = Posted(chatt: Chatt())
    var isWellFormed = true
    try scanner.members { (key, scanner) throws(JSONError) in
      if key.equals("audio"), scanner.isAt("{") {
        posted.chatt.clipLink = try link(&scanner)
        isWellFormed = posted.chatt.clipLink != nil
        return
      }
      let text = try scanner.string()
      if key.equals("id") {
        posted.chatt.id = text.flatMap { ChattID($0) }
      } else if key.equals("username") {
        posted.chatt.username = text
      } else if key.equals("message") {
        posted.chatt.message = text
      } else if key.equals("createdAt") {
        posted.chatt.timestamp = text
      } else if key.equals("deleteToken") {
        posted.deleteToken = text
      }
    }
    return isWellFormed && posted.chatt.id != nil ? posted : nil
  }

  private static func link(_ scanner: inout JSONScanner) throws(JSONError) -> ClipLink? {
    var texts: [String: String] = [:]
    try scanner.members { (key, scanner) throws(JSONError) in
      let name = (try? key.unescaped()).map { String(decoding: $0, as: UTF8.self) }
      let text = try scanner.stringOrNumber()
      if let name { texts[name] = text }
    }
    guard let url = texts["url"], let seconds = texts["duration"].flatMap({ Double($0) }),
      (0...secondsMax).contains(seconds), let bytes = texts["bytes"].flatMap({ Int($0) }),
      bytes > 0, let digest = texts["sha256"].flatMap(digest)
    else { return nil }
    return ClipLink(
      url: url, mediaType: texts["mediaType"] ?? "audio/mp4", codec: texts["codec"] ?? "",
      duration: .microseconds(Int64((seconds * 1_000_000).rounded())),
      sampleRate: texts["sampleRate"].flatMap { Int($0) } ?? 0,
      channels: texts["channels"].flatMap { Int($0) } ?? 0, byteCount: bytes, sha256: digest)
  }

  /// Maximum duration of a clip in seconds, far above that of any server.
  private static let secondsMax = 1e9

  /// Returns the 32 bytes of a SHA-256 in hexadecimal digits; nil for any other text.
  private static func digest(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { HexDigit.value(of: $0) }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension JSONScanner {
  /// Whether the next value begins with this character.
  fileprivate mutating func isAt(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    return peek == UInt8(ascii: character)
  }

  /// Skips a value.
  fileprivate mutating func skipped() throws(JSONError) -> V1Body.Posted? {
    _ = try value()
    return nil
  }

  /// Reads a value; nil if it is neither true nor false.
  fileprivate mutating func boolean() throws(JSONError) -> Bool? {
    let isTrue = isAt("t")
    guard case .other(.boolean) = try value() else { return nil }
    return isTrue
  }

  /// Reads a value; nil if it is not a text.
  fileprivate mutating func string() throws(JSONError) -> String? {
    guard case .text(let text) = try value(), let bytes = try? text.unescaped() else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a value; returns a text, or a number as it is written, and nil for any other value.
  fileprivate mutating func stringOrNumber() throws(JSONError) -> String? {
    skipBlanks()
    let start = position
    switch try value() {
    case .text(let text):
      return (try? text.unescaped()).map { String(decoding: $0, as: UTF8.self) }
    case .other(.number):
      let first = bytes.startIndex
      return String(decoding: bytes[(first + start)..<(first + position)], as: UTF8.self)
    case .other, .null: return nil
    }
  }
}
