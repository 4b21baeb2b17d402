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
    guard let members = members(body), let rows = members["chatts"]?.list,
      let next = members["next"]
    else { return nil }
    let chatts = rows.compactMap { $0.object.flatMap(posted)?.chatt }
    return Page(
      chatts: chatts, next: next.text, previous: members["previous"]?.text,
      skippedCount: rows.count - chatts.count)
  }

  /// Parses a chatt; nil if the body is not a chatt.
  package static func posted(_ body: ArraySlice<UInt8>) -> Posted? {
    members(body).flatMap(posted)
  }

  /// Parses the data of a `delete` event; nil if it has no id.
  package static func deletedID(_ body: ArraySlice<UInt8>) -> ChattID? {
    members(body)?["id"]?.text.flatMap { ChattID($0) }
  }

  /// What a server needs a token for, and the username of the token that was sent.
  package typealias Access = (postingNeedsToken: Bool, readingNeedsToken: Bool, username: String?)

  /// Parses the description of a server; nil if it does not say.
  package static func access(_ body: ArraySlice<UInt8>) -> Access? {
    guard let members = members(body),
      case .boolean(let posting)? = members["postingNeedsToken"],
      case .boolean(let reading)? = members["readingNeedsToken"]
    else { return nil }
    return (posting, reading, members["you"]?.object?["username"]?.text)
  }

  /// Maximum number of values in a body, far above that of a page.
  private static let valuesMax = 100_000

  private static func members(_ body: ArraySlice<UInt8>) -> [String: JSONDocument]? {
    (try? JSONDocument(response: body, valuesMax: valuesMax))?.object
  }

  /// Reads an object; nil if it has no id, or a malformed clip.
  private static func posted(_ members: [String: JSONDocument]) -> Posted? {
    guard let id = members["id"]?.text.flatMap({ ChattID($0) }) else { return nil }
    var chatt = Chatt(
      username: members["username"]?.text, message: members["message"]?.text, id: id,
      timestamp: members["createdAt"]?.text)
    if let clip = members["audio"]?.object {
      guard let link = link(clip) else { return nil }
      chatt.clipLink = link
    }
    return Posted(chatt: chatt, deleteToken: members["deleteToken"]?.text)
  }

  private static func link(_ members: [String: JSONDocument]) -> ClipLink? {
    func count(_ name: String) -> Int? { members[name]?.number.flatMap { Int(exactly: $0) } }
    guard let url = members["url"]?.text, let seconds = members["duration"]?.number,
      (0...secondsMax).contains(seconds), let bytes = count("bytes"), bytes > 0,
      let digest = members["sha256"]?.text.flatMap(digest)
    else { return nil }
    return ClipLink(
      url: url, mediaType: members["mediaType"]?.text ?? "audio/mp4",
      codec: members["codec"]?.text ?? "",
      duration: .microseconds(Int64((seconds * 1_000_000).rounded())),
      sampleRate: count("sampleRate") ?? 0, channels: count("channels") ?? 0, byteCount: bytes,
      sha256: digest)
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
