/// Reads records of comma-separated values (RFC 4180), as PostgreSQL writes them with `csv`.
///
/// A field without quotes that is empty is nil (NULL); one in quotes may contain commas, line
/// breaks and doubled quotes.
struct CSVReader {
  struct Record: Equatable {
    /// The number of the line on which it begins.
    let line: Int
    let fields: [String?]
  }

  struct Malformation: Error, Equatable, CustomStringConvertible {
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
  }

  private enum Place { case start, plain, quoted, afterQuote }

  /// Maximum size of a record: a row with a clip in base64 and a message.
  static let recordBytesMax = 128 << 20

  private var place = Place.start
  private var line = 1
  private var firstLine = 1
  private var field: [UInt8] = []
  private var fields: [String?] = []
  private var byteCount = 0

  /// Takes more bytes, and returns the records that are complete.
  mutating func receive(_ bytes: some Sequence<UInt8>) throws(Malformation) -> [Record] {
    var records: [Record] = []
    for byte in bytes {
      byteCount += 1
      guard byteCount <= Self.recordBytesMax else {
        throw Malformation(line: firstLine, reason: "longer than 128 MiB")
      }
      if let record = try take(byte) { records.append(record) }
    }
    return records
  }

  /// Returns the last record, if it has no line break at its end.
  mutating func finish() throws(Malformation) -> Record? {
    if place == .quoted {
      throw Malformation(line: firstLine, reason: "a quoted field does not end")
    }
    guard place != .start || !fields.isEmpty else { return nil }
    return try endRecord()
  }

  private mutating func take(_ byte: UInt8) throws(Malformation) -> Record? {
    if byte == UInt8(ascii: "\n") { line += 1 }
    switch (place, byte) {
    case (.quoted, UInt8(ascii: "\"")): place = .afterQuote
    case (.quoted, _): field.append(byte)
    case (.afterQuote, UInt8(ascii: "\"")):
      field.append(byte)
      place = .quoted
    case (.start, UInt8(ascii: "\"")): place = .quoted
    case (_, UInt8(ascii: ",")): try endField()
    case (_, UInt8(ascii: "\n")): return try endRecord()
    case (_, UInt8(ascii: "\r")): break
    case (.afterQuote, _), (.plain, UInt8(ascii: "\"")):
      throw Malformation(line: line, reason: "a quote in the middle of a field")
    default:
      field.append(byte)
      place = .plain
    }
    return nil
  }

  private mutating func endField() throws(Malformation) {
    if place == .start {
      fields.append(nil)
    } else {
      guard let text = String(validating: field, as: UTF8.self) else {
        throw Malformation(line: firstLine, reason: "not UTF-8")
      }
      fields.append(text)
    }
    field.removeAll(keepingCapacity: true)
    place = .start
  }

  /// Ends a record; nil for an empty line.
  private mutating func endRecord() throws(Malformation) -> Record? {
    let isEmpty = place == .start && fields.isEmpty
    if !isEmpty { try endField() }
    defer { (fields, firstLine, byteCount) = ([], line, 0) }
    return isEmpty ? nil : Record(line: firstLine, fields: fields)
  }
}
