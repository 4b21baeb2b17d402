/// A list of chatts as a back end answered it, in the back end's order.
public struct ChattList: Sendable, Equatable {
  /// In the back end's order.
  public private(set) var chatts: [Chatt] = []
  /// Rows left out: of a wrong length, no rows at all, or with an element that is no text or null.
  public private(set) var skippedCount = 0

  private let ids: ListProfile.IDs

  /// Reads the body of an answer, in both shapes; a row has 4 elements, or 5 with audio, and one less
  /// each from a back end without ids.
  public init(body: ArraySlice<UInt8>, ids: ListProfile.IDs = .with) throws(ChattListError) {
    self.ids = ids
    var kindFound: JSONKind? = nil
    do throws(JSONError) {
      var scanner = try JSONScanner(body)
      kindFound = try read(&scanner)
      try scanner.finish()
    } catch {
      throw .malformed(error)
    }
    if let kindFound { throw .notAList(kindFound) }
  }

  /// Reads either shape; returns what stands there where it is neither.
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
    var list = self
    var found: JSONKind? = .object
    try scanner.members { (key, scanner) throws(JSONError) in
      guard key.equals("chatts") else {
        _ = try scanner.value()
        return
      }
      scanner.skipBlanks()
      if scanner.peek == UInt8(ascii: "[") {
        (list.chatts, list.skippedCount) = ([], 0)
        try list.readRows(&scanner)
        found = nil
      } else {
        found = try scanner.value().kind
      }
    }
    self = list
    return found
  }

  private mutating func readRows(_ scanner: inout JSONScanner) throws(JSONError) {
    var list = self
    try scanner.elements { (scanner) throws(JSONError) in
      scanner.skipBlanks()
      guard scanner.peek == UInt8(ascii: "[") else {
        _ = try scanner.value()
        list.skippedCount += 1
        return
      }
      var columns: [JSONValue] = []
      try scanner.elements { (scanner) throws(JSONError) in
        let value = try scanner.value()
        // One more than a row can have tells that it is too long.
        if columns.count < 6 { columns.append(value) }
      }
      if let chatt = Self.chatt(columns, ids: list.ids) {
        list.chatts.append(chatt)
      } else {
        list.skippedCount += 1
      }
    }
    self = list
  }

  /// The chatt of a row, nil where it is none.
  private static func chatt(_ columns: [JSONValue], ids: ListProfile.IDs) -> Chatt? {
    let base = ids == .with ? 4 : 3
    guard columns.count == base || columns.count == base + 1 else { return nil }
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
