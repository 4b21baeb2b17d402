/// A list of chatts as a back end returned it.
public struct ChattList: Sendable, Equatable {
  /// The chatts in the order in which the back end lists them.
  public private(set) var chatts: [Chatt] = []
  /// Number of rows skipped: values that are not arrays, rows of a wrong length, and rows with an
  /// element that is not valid text or null.
  public private(set) var skippedCount = 0

  private let call: Call?
  private let ids: ListProfile.IDs?
  /// Chatts of rows without ids, collected until all rows have been read.
  private var chattsWithoutIDs: [Chatt] = []

  /// Parses the body of a response, in both shapes.
  ///
  /// A row of getchatts has 4 elements, or 3 from a back end without ids. A row of getaudio has the
  /// clip as one more element.
  ///
  /// - Parameters:
  ///   - body: The body of the response.
  ///   - call: The call that was sent; nil accepts rows of both calls, with ids unless `ids` is
  ///     `.without`.
  ///   - ids: Whether rows have ids; nil takes the form that most rows have, by their length.
  public init(
    body: ArraySlice<UInt8>, call: Call? = nil, ids: ListProfile.IDs? = nil
  ) throws(ChattListError) {
    (self.call, self.ids) = (call, ids)
    var kindFound: JSONKind? = nil
    do throws(JSONError) {
      var scanner = try JSONScanner(body)
      kindFound = try read(&scanner)
      try scanner.finish()
    } catch {
      throw .malformed(error)
    }
    if let kindFound { throw .notAList(kindFound) }
    if chattsWithoutIDs.count > chatts.count { swap(&chatts, &chattsWithoutIDs) }
    skippedCount += chattsWithoutIDs.count
    chattsWithoutIDs = []
  }

  /// The order of the list, from the dates of the first and the last chatt that have one; nil if
  /// these dates are equal or missing.
  public var order: ListProfile.Order? {
    guard let first = chatts.lazy.compactMap(\.date).first,
      let last = chatts.lazy.reversed().compactMap(\.date).first, first != last
    else { return nil }
    return first > last ? .newest : .oldest
  }

  /// Parses either shape; returns the kind of the value if it has neither shape.
  private mutating func read(_ scanner: inout JSONScanner) throws(JSONError) -> JSONKind? {
    switch scanner.peek {
    case UInt8(ascii: "["):
      try readRows(&scanner)
      return nil
    case UInt8(ascii: "{"):
      return try readWrapped(&scanner)
    default:
      return try scanner.value().kind
    }
  }

  private mutating func readWrapped(_ scanner: inout JSONScanner) throws(JSONError) -> JSONKind? {
    var found: JSONKind? = .object
    try scanner.members { (key, scanner) throws(JSONError) in
      guard key.equals("chatts") else {
        _ = try scanner.value()
        return
      }
      scanner.skipBlanks()
      if scanner.peek == UInt8(ascii: "[") {
        (chatts, chattsWithoutIDs, skippedCount) = ([], [], 0)
        try readRows(&scanner)
        found = nil
      } else {
        found = try scanner.value().kind
      }
    }
    return found
  }

  private mutating func readRows(_ scanner: inout JSONScanner) throws(JSONError) {
    try scanner.elements { (scanner) throws(JSONError) in
      scanner.skipBlanks()
      guard scanner.peek == UInt8(ascii: "[") else {
        _ = try scanner.value()
        skippedCount += 1
        return
      }
      var columns: [JSONValue] = []
      try scanner.elements { (scanner) throws(JSONError) in
        let value = try scanner.value()
        // One element more than any row has shows that the row is too long.
        if columns.count < 6 { columns.append(value) }
      }
      guard let ids = ids(ofRow: columns.count),
        let chatt = Self.chatt(columns, ids: ids)
      else {
        skippedCount += 1
        return
      }
      switch ids {
      case .with: chatts.append(chatt)
      case .without: chattsWithoutIDs.append(chatt)
      }
    }
  }

  /// Returns whether a row of `count` elements has an id, or nil if no row has that length.
  private func ids(ofRow count: Int) -> ListProfile.IDs? {
    guard let call else {
      let form = ids ?? .with
      return (form == .with ? 4...5 : 3...4).contains(count) ? form : nil
    }
    let form: ListProfile.IDs
    switch call == .getAudio ? count - 1 : count {
    case 4: form = .with
    case 3: form = .without
    default: return nil
    }
    return ids == nil || ids == form ? form : nil
  }

  /// Returns the chatt of a row of a valid length, or nil if an element is neither text nor null.
  private static func chatt(_ columns: [JSONValue], ids: ListProfile.IDs) -> Chatt? {
    let base = ids == .with ? 4 : 3
    var texts: [String?] = []
    for column in columns {
      switch column {
      case .null:
        texts.append(nil)
      case .text(let text):
        guard let bytes = try? text.unescaped() else { return nil }
        texts.append(String(decoding: bytes, as: UTF8.self))
      case .other:
        return nil
      }
    }
    return Chatt(
      username: texts[0], message: texts[1],
      id: ids == .with ? texts[2].flatMap { ChattID($0) } : nil,
      timestamp: texts[base - 1], audio: texts.count > base ? texts[base] : nil)
  }
}

/// The reason that a response is not a list of chatts.
public enum ChattListError: Error, Equatable, Sendable {
  case malformed(JSONError)
  /// The response is JSON, but neither an array nor an object with an array under `chatts`.
  case notAList(JSONKind)
}

extension ChattListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error): "body is \(error)"
    case .notAList(let kind): "body is \(kind.rawValue), not a list of chatts"
    }
  }
}
