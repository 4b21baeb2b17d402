/// Builds one log line in a buffer that is reused for the next.
///
/// A line never exceeds the size that a pipe writes atomically (`PIPE_BUF`, pipe(7)), so that it
/// does not mix with lines of other processes on the same pipe. Values are truncated. Fields that
/// no longer fit are left out, and the line is marked as truncated.
struct LogLine {
  static let bytesMax = 4096
  /// Bytes reserved for the end of the line.
  private static let endBytesMax = 32

  let format: LogFormat
  private(set) var bytes: [UInt8] = []
  private var isTruncated = false

  init(format: LogFormat) {
    self.format = format
    bytes.reserveCapacity(Self.bytesMax)
  }

  mutating func begin(
    _ time: WallTime, _ writer: inout TimestampWriter, _ level: LogLevel, _ message: String
  ) {
    bytes.removeAll(keepingCapacity: true)
    isTruncated = false
    switch format {
    case .text:
      writer.append(time, to: &bytes)
      bytes.append(UInt8(ascii: " "))
      appendLiteral(level.column)
      bytes.append(UInt8(ascii: " "))
      LogEscape.text.append(message, to: &bytes)
    case .json:
      appendLiteral("{\"time\":\"")
      writer.append(time, to: &bytes)
      appendLiteral("\",\"level\":\"")
      bytes.append(contentsOf: level.name.utf8)
      appendLiteral("\",\"message\":\"")
      LogEscape.json.append(message, to: &bytes)
      appendLiteral("\"")
    }
  }

  mutating func append(_ name: String, _ value: LogValue) {
    let start = bytes.count
    switch format {
    case .text:
      bytes.append(UInt8(ascii: " "))
      LogEscape.text.append(name, to: &bytes)
      bytes.append(UInt8(ascii: "="))
    case .json:
      appendLiteral(",\"")
      LogEscape.json.append(name, to: &bytes)
      appendLiteral(isReserved(name) ? "_\":" : "\":")
    }
    append(value)
    if bytes.count > Self.bytesMax - Self.endBytesMax {
      bytes.removeSubrange(start...)
      isTruncated = true
    }
  }

  private func isReserved(_ name: String) -> Bool {
    name == "time" || name == "level" || name == "message" || name == "truncated"
  }

  mutating func end() {
    switch format {
    case .text: appendLiteral(isTruncated ? " truncated=true\n" : "\n")
    case .json: appendLiteral(isTruncated ? ",\"truncated\":true}\n" : "}\n")
    }
  }

  private mutating func append(_ value: LogValue) {
    switch value {
    case .text(let text): appendText(text)
    case .bytes(let raw):
      appendText(String(decoding: raw.prefix(LogEscape.bytesMax + 1), as: UTF8.self))
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .boolean(let flag): appendLiteral(flag ? "true" : "false")
    case .duration(let duration): appendMilliseconds(duration)
    }
  }

  private mutating func appendText(_ text: String) {
    if format == .text, LogEscape.isBare(text), text.utf8.count <= LogEscape.bytesMax {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    (format == .text ? LogEscape.text : .json).append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends `1.234`, which is also a JSON number.
  private mutating func appendMilliseconds(_ duration: Duration) {
    let (seconds, attoseconds) = max(duration, .zero).components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let micros = attoseconds / 1_000_000_000_000
    let whole =
      overflow ? Int64.max - 999 : scaled.addingReportingOverflow(micros / 1000).partialValue
    bytes.append(contentsOf: String(whole).utf8)
    bytes.append(UInt8(ascii: "."))
    let fraction = String(micros % 1000)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 3 - fraction.utf8.count))
    bytes.append(contentsOf: fraction.utf8)
  }

  private mutating func appendLiteral(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }
}

/// The formats of the log.
enum LogFormat: String, CaseIterable, Sendable {
  /// For people: time, level and message, followed by `name=value` fields.
  case text
  /// For programs: one JSON object per line.
  case json
}

/// The value of a field in a log line.
enum LogValue: Sendable, Equatable {
  case text(String)
  /// External bytes; invalid UTF-8 is repaired.
  case bytes([UInt8])
  case integer(Int)
  case boolean(Bool)
  /// Milliseconds with three decimals; the field's name should end in `_ms`.
  case duration(Duration)
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
}
