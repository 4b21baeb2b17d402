/// The fields of a message: an ordered list with case-insensitive lookup (RFC 9110 section 5).
///
/// All names and values are stored in one buffer, and each field is four offsets into it. A parsed
/// head costs two allocations, however many fields it has, and a `String` is created only for a
/// value that is read.
public struct HeaderFields: Sendable {
  /// The position of one field in `bytes`. A colon and optional whitespace separate name and value.
  struct Entry: Sendable {
    let nameStart: UInt32
    let nameEnd: UInt32
    let valueStart: UInt32
    let valueEnd: UInt32

    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    var line: Range<Int> { Int(nameStart)..<Int(valueEnd) }

    init(name: Range<Int>, value: Range<Int>) {
      nameStart = UInt32(name.lowerBound)
      nameEnd = UInt32(name.upperBound)
      valueStart = UInt32(value.lowerBound)
      valueEnd = UInt32(value.upperBound)
    }
  }

  private(set) var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []

  /// Size in bytes of all names and values, including their separators.
  public var byteCount: Int { bytes.count }

  public init() {}

  /// Takes over the fields of a head that a parser has validated.
  init(bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
  }

  public mutating func append(_ name: FieldName, _ value: FieldValue) {
    let nameStart = bytes.count
    bytes.append(contentsOf: name.text.utf8)
    let nameEnd = bytes.count
    bytes.append(.colon)
    bytes.append(.space)
    let valueStart = bytes.count
    bytes.append(contentsOf: value.text.utf8)
    entries.append(Entry(name: nameStart..<nameEnd, value: valueStart..<bytes.count))
  }

  /// Replaces all fields of this name with one field, which is appended.
  public mutating func set(_ name: FieldName, _ value: FieldValue) {
    remove(name)
    append(name, value)
  }

  public mutating func remove(_ name: FieldName) {
    guard contains(name) else { return }
    let lowercased = name.text.lowercased()
    let all = bytes
    entries.removeAll { all.span.matches(lowercased, in: $0.name) }
  }

  /// The value of the first field of this name, decoded as UTF-8; invalid bytes become replacement
  /// characters.
  public subscript(name: FieldName) -> String? {
    entries.first { has(name, $0) }.map { text($0.value) }
  }

  /// Returns the values of all fields of this name, in order.
  public func values(of name: FieldName) -> [String] {
    entries.filter { has(name, $0) }.map { text($0.value) }
  }

  public func contains(_ name: FieldName) -> Bool {
    entries.contains { has(name, $0) }
  }

  private func has(_ name: FieldName, _ entry: Entry) -> Bool {
    let range = entry.name
    guard range.count == name.text.utf8.count else { return false }
    var position = range.lowerBound
    for expected in name.text.utf8 {
      guard bytes[position].asciiLowercased == expected.asciiLowercased else { return false }
      position += 1
    }
    return true
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension HeaderFields: RandomAccessCollection {
  public typealias Element = (name: String, value: String)

  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }

  public subscript(position: Int) -> Element {
    (name: text(entries[position].name), value: text(entries[position].value))
  }
}

/// Fields are equal if they have the same names, ignoring case, and the same values in the same
/// order.
extension HeaderFields: Equatable {
  public static func == (left: HeaderFields, right: HeaderFields) -> Bool {
    left.entries.elementsEqual(right.entries) { mine, other in
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
