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

  enum Malformation: Error, Equatable, CustomStringConvertible {
    /// A quote inside a field without quotes, or something after the closing one.
    case strayQuote(line: Int)
    /// The text ends inside quotes.
    case unclosedQuote(line: Int)
    case notUTF8(line: Int)
    case tooLong(line: Int)

    var description: String {
      switch self {
      case .strayQuote(let line): "line \(line): a quote in the middle of a field"
      case .unclosedQuote(let line): "line \(line): a quoted field does not end"
      case .notUTF8(let line): "line \(line): not UTF-8"
      case .tooLong(let line): "line \(line): longer than \(CSVReader.recordBytesMax >> 20) MiB"
      }
    }
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

  init() {}

  /// Takes more bytes, and returns the records that are complete.
  mutating func receive(_ bytes: some Sequence<UInt8>) throws(Malformation) -> [Record] {
    var records: [Record] = []
    for byte in bytes {
      byteCount += 1
      guard byteCount <= Self.recordBytesMax else { throw .tooLong(line: firstLine) }
      if let record = try take(byte) { records.append(record) }
    }
    return records
  }

  /// Returns the last record, if it has no line break at its end.
  mutating func finish() throws(Malformation) -> Record? {
    if place == .quoted { throw .unclosedQuote(line: firstLine) }
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
    case (.start, UInt8(ascii: "\r")) where fields.isEmpty, (.afterQuote, UInt8(ascii: "\r")),
      (.plain, UInt8(ascii: "\r")), (.start, UInt8(ascii: "\r")):
      break
    case (.afterQuote, _), (.plain, UInt8(ascii: "\"")): throw .strayQuote(line: line)
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
        throw .notUTF8(line: firstLine)
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
