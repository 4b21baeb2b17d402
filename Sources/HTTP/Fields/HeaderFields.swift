/// The fields of a message: an ordered list with case-insensitive lookup (RFC 9110 section 5).
///
/// All names and values are stored in one buffer, and each line is four offsets into it. A parsed
/// head costs two allocations, however many fields it has, and a `String` is created only for a
/// value that is read. Appended fields are stored as HTTP/1.1 sends them.
public struct HeaderFields: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The positions of the fields in `bytes`.
  private(set) var lines: [FieldLine] = []
  /// Whether `bytes` are the lines as HTTP/1.1 sends them.
  private var isSerialized = true

  /// Size in bytes of all names and values, including their separators.
  public var byteCount: Int { bytes.count }

  public init() {}

  /// Takes over the fields of a head that a parser has validated.
  init(bytes: [UInt8], lines: [FieldLine]) {
    self.bytes = bytes
    self.lines = lines
    isSerialized = false
  }

  mutating func reserveCapacity(bytes byteCount: Int, lines lineCount: Int) {
    bytes.reserveCapacity(byteCount)
    lines.reserveCapacity(lineCount)
  }

  public mutating func append(_ name: FieldName, _ value: FieldValue) {
    append(
      name: { $0.append(contentsOf: name.text.utf8) },
      value: { $0.append(contentsOf: value.text.utf8) })
  }

  /// Appends a field whose name and value the closures write. Returns its position.
  @discardableResult
  mutating func append(
    name writeName: (inout [UInt8]) -> Void, value writeValue: (inout [UInt8]) -> Void
  ) -> FieldLine {
    let nameStart = bytes.count
    writeName(&bytes)
    let nameEnd = bytes.count
    bytes.append(.colon)
    bytes.append(.space)
    let valueStart = bytes.count
    writeValue(&bytes)
    let line = FieldLine(name: nameStart..<nameEnd, value: valueStart..<bytes.count)
    bytes.append(.carriageReturn)
    bytes.append(.lineFeed)
    lines.append(line)
    return line
  }

  /// Replaces all fields of this name with one field, which is appended.
  public mutating func set(_ name: FieldName, _ value: FieldValue) {
    remove(name)
    append(name, value)
  }

  public mutating func remove(_ name: FieldName) {
    guard contains(name) else { return }
    lines = lines.filter { !has(name, $0) }
    isSerialized = false
  }

  /// Appends the lines as HTTP/1.1 sends them (RFC 9112 section 5).
  func serialize(to buffer: inout [UInt8]) {
    guard !isSerialized else { return buffer.append(contentsOf: bytes) }
    for line in lines {
      buffer.append(contentsOf: bytes[line.nameAndValue])
      buffer.append(.carriageReturn)
      buffer.append(.lineFeed)
    }
  }

  /// The value of the first field of this name, decoded as UTF-8; invalid bytes become replacement
  /// characters.
  public subscript(name: FieldName) -> String? {
    lines.first { has(name, $0) }.map { text($0.value) }
  }

  /// Returns the values of all fields of this name, in order.
  public func values(of name: FieldName) -> [String] {
    lines.filter { has(name, $0) }.map { text($0.value) }
  }

  public func contains(_ name: FieldName) -> Bool {
    lines.contains { has(name, $0) }
  }

  private func has(_ name: FieldName, _ line: FieldLine) -> Bool {
    bytes.span.matches(name.lowercased, in: line.name)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension HeaderFields: RandomAccessCollection {
  public typealias Element = (name: String, value: String)

  public var startIndex: Int { 0 }
  public var endIndex: Int { lines.count }

  public subscript(position: Int) -> Element {
    (name: text(lines[position].name), value: text(lines[position].value))
  }
}

/// Fields are equal if they have the same names, ignoring case, and the same values in the same
/// order.
extension HeaderFields: Equatable {
  public static func == (left: HeaderFields, right: HeaderFields) -> Bool {
    left.lines.elementsEqual(right.lines) { mine, other in
      left.bytes[mine.value] == right.bytes[other.value]
        && left.bytes[mine.name].elementsEqual(right.bytes[other.name]) {
          $0.asciiLowercased == $1.asciiLowercased
        }
    }
  }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (FieldName, FieldValue)...) {
    self.init()
    for (name, value) in elements { append(name, value) }
  }
}
