/// A list of chatts as a back end answered it, in the back end's order.
public struct ChattList: Sendable, Equatable {
  /// In the back end's order.
  public private(set) var chatts: [Chatt] = []
  /// Rows left out: of a wrong length, no rows at all, or with an element that is no text or null.
  public private(set) var skippedCount = 0

  private let widths: RowWidths
  /// Chatts of rows without ids, until all rows have been read.
  private var chattsWithoutIDs: [Chatt] = []

  /// Reads the body of an answer, in both shapes.
  ///
  /// A row of getchatts has 4 elements, or 3 from a back end without ids; one of getaudio has the
  /// clip besides.
  ///
  /// - Parameters:
  ///   - body: the content of the answer.
  ///   - call: what was asked; nil for either, of a back end with ids unless told otherwise.
  ///   - ids: whether rows have ids; nil to see it by the length that most rows have.
  public init(
    body: ArraySlice<UInt8>, call: Call? = nil, ids: ListProfile.IDs? = nil
  ) throws(ChattListError) {
    widths = RowWidths(call: call, ids: ids)
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

  /// Which end comes first, by the dates of the first and the last chatt that have one; nil where
  /// these do not tell.
  public var order: ListProfile.Order? {
    guard let first = chatts.lazy.compactMap(\.date).first,
      let last = chatts.lazy.reversed().compactMap(\.date).first, first != last
    else { return nil }
    return first > last ? .newest : .oldest
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
        (list.chatts, list.chattsWithoutIDs, list.skippedCount) = ([], [], 0)
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
      guard let ids = list.widths.ids(ofRow: columns.count),
        let chatt = Self.chatt(columns, ids: ids)
      else {
        list.skippedCount += 1
        return
      }
      switch ids {
      case .with: list.chatts.append(chatt)
      case .without: list.chattsWithoutIDs.append(chatt)
      }
    }
    self = list
  }

  /// The chatt of a row of a fitting length, nil where an element is neither text nor null.
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

/// How many elements rows have, by what was asked for.
private struct RowWidths: Sendable, Equatable {
  private let with: ClosedRange<Int>?
  private let without: ClosedRange<Int>?

  init(call: Call?, ids: ListProfile.IDs?) {
    switch call {
    case .getAudio: (with, without) = (ids == .without ? nil : 5...5, ids == .with ? nil : 4...4)
    case nil: (with, without) = ids == .without ? (nil, 3...4) : (4...5, nil)
    default: (with, without) = (ids == .without ? nil : 4...4, ids == .with ? nil : 3...3)
    }
  }

  /// Whether a row of so many elements has an id; nil where no row has so many.
  func ids(ofRow count: Int) -> ListProfile.IDs? {
    if with?.contains(count) == true { return .with }
    return without?.contains(count) == true ? .without : nil
  }
}
