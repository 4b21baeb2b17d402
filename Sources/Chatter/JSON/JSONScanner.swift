/// Parses a JSON text (RFC 8259) in one pass, without building a tree.
///
/// The caller reads one value at a time. Values that are not needed are skipped, but validated too.
/// Strings are slices of the text until they are unescaped.
struct JSONScanner {
  /// Maximum nesting of arrays and objects; each level is one level of recursion.
  static let depthMax = 64

  let bytes: ArraySlice<UInt8>
  var position = 0
  private let limits: JSONLimits
  private var depth = 0
  private var memberCount = 0
  private var valueCount = 0

  /// Skips a byte order mark and leading blanks; throws if nothing follows.
  init(_ bytes: ArraySlice<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    self.bytes = bytes
    self.limits = limits
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipBlanks()
    guard peek != nil else { throw .empty }
  }

  /// The next byte, or nil at the end.
  var peek: UInt8? {
    position < bytes.count ? bytes[bytes.startIndex + position] : nil
  }

  /// Counts a value that begins here.
  mutating func countValue() throws(JSONError) {
    valueCount += 1
    guard valueCount <= limits.valuesMax else {
      throw .tooManyValues(limits.valuesMax, offset: position)
    }
  }

  /// Reads the value of a member or an element: returns a text, or skips the value and returns its
  /// kind.
  mutating func value() throws(JSONError) -> JSONValue {
    skipBlanks()
    try countValue()
    switch peek {
    case UInt8(ascii: "\""):
      return .text(try text())
    case UInt8(ascii: "{"):
      try members { (_, scanner) throws(JSONError) in _ = try scanner.value() }
      return .other(.object)
    case UInt8(ascii: "["):
      try elements { (scanner) throws(JSONError) in _ = try scanner.value() }
      return .other(.array)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    case UInt8(ascii: "t"):
      try literal("true")
      return .other(.boolean)
    case UInt8(ascii: "f"):
      try literal("false")
      return .other(.boolean)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      try number()
      return .other(.number)
    default:
      throw unexpected
    }
  }

  /// Reads an object; `read` is called with the key of each member and must read its value.
  mutating func members(
    _ read: (JSONText, inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try sequence(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { (scanner) throws(JSONError) in
      guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected }
      scanner.memberCount += 1
      guard scanner.memberCount <= scanner.limits.membersMax else {
        throw .tooManyMembers(scanner.limits.membersMax, offset: scanner.position)
      }
      let key = try scanner.text()
      scanner.skipBlanks()
      try scanner.literal(":")
      try read(key, &scanner)
    }
  }

  /// Reads an array; `read` must read each element.
  mutating func elements(
    _ read: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try sequence(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), read)
  }

  /// Skips the blanks after the value; throws if anything else follows.
  mutating func finish() throws(JSONError) {
    skipBlanks()
    guard peek == nil else { throw .dataAfterEnd(offset: position) }
  }

  /// Reads an opening bracket, items with commas between them, and the closing bracket.
  private mutating func sequence(
    from opening: UInt8, to closing: UInt8,
    _ readItem: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    skipBlanks()
    guard peek == opening else { throw unexpected }
    guard depth < Self.depthMax else { throw .tooDeep(offset: position) }
    depth += 1
    position += 1
    skipBlanks()
    if peek != closing {
      while true {
        skipBlanks()
        try readItem(&self)
        skipBlanks()
        guard peek == UInt8(ascii: ",") else { break }
        position += 1
      }
    }
    guard peek == closing else { throw unexpected }
    position += 1
    depth -= 1
  }

  private mutating func literal(_ word: StaticString) throws(JSONError) {
    for byte in word.description.utf8 {
      guard peek == byte else { throw unexpected }
      position += 1
    }
  }

  mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// The error for the next byte: not allowed here, or missing.
  private var unexpected: JSONError {
    guard let peek else { return .cutShort(offset: position) }
    return .unexpected(peek, offset: position)
  }
}

/// A value as the scanner returns it.
enum JSONValue: Equatable {
  case null
  case text(JSONText)
  /// A value that was skipped, by its kind.
  case other(JSONKind)

  var kind: JSONKind {
    switch self {
    case .null: .null
    case .text: .text
    case .other(let kind): kind
    }
  }
}

/// Limits on the size of one JSON text, counted over all levels of nesting; none by default, for
/// lists, whose size is bounded elsewhere.
struct JSONLimits {
  /// Maximum number of members in all objects together.
  var membersMax = Int.max

  /// Maximum number of values of all kinds together, including those of members.
  var valuesMax = Int.max

  /// The limits for a post, which has four members.
  static let post = JSONLimits(membersMax: 64, valuesMax: 1_024)
}
