/// A JSON text that is read as a whole, for texts in which ambiguity is dangerous: tokens, keys and
/// the responses of other servers. The caller limits the size of the text.
///
/// It is stricter than a post: two members of one object with the same name are refused, since two
/// readers could take different ones (RFC 7519 section 4), and so is half a surrogate pair, which
/// has no UTF-8.
public indirect enum JSONDocument: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// A number, as the nearest double; infinite if it is too large for one.
  case number(Double)
  case text(String)
  case list([JSONDocument])
  case object([String: JSONDocument])

  /// Reads a text that is one JSON value.
  public init(_ bytes: ArraySlice<UInt8>) throws(JSONError) {
    var scanner = try JSONScanner(bytes)
    try self.init(&scanner, isStrict: true)
    try scanner.finish()
  }

  /// Reads a response of `/v1`, of which no member may spoil the others: a text without UTF-8 is
  /// null, and the last member of a name counts.
  init(response bytes: ArraySlice<UInt8>, valuesMax: Int) throws(JSONError) {
    var scanner = try JSONScanner(
      bytes, limits: JSONLimits(membersMax: valuesMax, valuesMax: valuesMax))
    try self.init(&scanner, isStrict: false)
    try scanner.finish()
  }

  /// The text of this value; nil for another kind.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number of this value; nil for another kind.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The elements of this value; nil for another kind.
  public var list: [JSONDocument]? { if case .list(let list) = self { list } else { nil } }

  /// The members of this value; nil for another kind.
  public var object: [String: JSONDocument]? {
    if case .object(let object) = self { object } else { nil }
  }

  private init(_ scanner: inout JSONScanner, isStrict: Bool) throws(JSONError) {
    scanner.skipBlanks()
    let (first, start) = (scanner.peek, scanner.position)
    switch first {
    case UInt8(ascii: "{"):
      try scanner.countValue()
      self = .object(try Self.members(&scanner, isStrict))
      return
    case UInt8(ascii: "["):
      try scanner.countValue()
      self = .list(try Self.elements(&scanner, isStrict))
      return
    default: break
    }
    switch try scanner.value() {
    case .null: self = .null
    case .text(let text): self = try Self.text(text, isStrict).map { .text($0) } ?? .null
    case .other(.boolean): self = .boolean(first == UInt8(ascii: "t"))
    case .other:
      let base = scanner.bytes.startIndex
      let digits = scanner.bytes[base + start..<base + scanner.position]
      self = .number(Double(String(decoding: digits, as: UTF8.self)) ?? .infinity)
    }
  }

  private static func text(_ text: JSONText, _ isStrict: Bool) throws(JSONError) -> String? {
    do throws(JSONError) {
      return String(decoding: try text.unescaped(), as: UTF8.self)
    } catch {
      if isStrict { throw error }
      return nil
    }
  }

  private static func members(
    _ scanner: inout JSONScanner, _ isStrict: Bool
  ) throws(JSONError) -> [String: JSONDocument] {
    var members: [String: JSONDocument] = [:]
    try scanner.members { (key, scanner) throws(JSONError) in
      let name = try text(key, isStrict) ?? ""
      let value = try JSONDocument(&scanner, isStrict: isStrict)
      guard members.updateValue(value, forKey: name) == nil || !isStrict else {
        throw .repeatedMember
      }
    }
    return members
  }

  private static func elements(
    _ scanner: inout JSONScanner, _ isStrict: Bool
  ) throws(JSONError) -> [JSONDocument] {
    var elements: [JSONDocument] = []
    try scanner.elements { (scanner) throws(JSONError) in
      elements.append(try JSONDocument(&scanner, isStrict: isStrict))
    }
    return elements
  }
}
