import Chatter

/// Builds one log line in a buffer that is reused for the next.
///
/// A line never exceeds the size that a pipe writes atomically (`PIPE_BUF`, pipe(7)): values are
/// truncated, and fields that no longer fit are left out.
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

  mutating func begin(_ time: Timestamp, _ level: LogLevel, _ message: String) {
    bytes.removeAll(keepingCapacity: true)
    isTruncated = false
    let name = level.rawValue.utf8
    switch format {
    case .text:
      time.append(to: &bytes)
      appendLiteral(" ")
      bytes.append(contentsOf: name)
      let blanks = LogLevel.columnWidth + 1 - name.count
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
      format.append(message, to: &bytes)
    case .json:
      appendLiteral("{\"time\":\"")
      time.append(to: &bytes)
      appendLiteral("\",\"level\":\"")
      bytes.append(contentsOf: name)
      appendLiteral("\",\"message\":\"")
      format.append(message, to: &bytes)
      appendLiteral("\"")
    }
  }

  mutating func append(_ name: String, _ value: LogValue) {
    if case .absent = value { return }
    let start = bytes.count
    appendLiteral(format == .text ? " " : ",\"")
    bytes.append(contentsOf: name.utf8)
    appendLiteral(format == .text ? "=" : "\":")
    switch value {
    case .absent: break
    case .text(let text, let bytesMax): appendText(text, bytesMax: bytesMax)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .duration(let duration): appendMilliseconds(duration)
    }
    if bytes.count > Self.bytesMax - Self.endBytesMax {
      bytes.removeSubrange(start...)
      isTruncated = true
    }
  }

  mutating func end() {
    switch format {
    case .text: appendLiteral(isTruncated ? " truncated=true\n" : "\n")
    case .json: appendLiteral(isTruncated ? ",\"truncated\":true}\n" : "}\n")
    }
  }

  private mutating func appendText(_ text: String, bytesMax: Int) {
    if format == .text, LogFormat.isBare(text), text.utf8.count <= bytesMax {
      bytes.append(contentsOf: text.utf8)
      return
    }
    appendLiteral("\"")
    format.append(text, to: &bytes, bytesMax: bytesMax)
    appendLiteral("\"")
  }

  /// Appends `1.234`, which is also a JSON number.
  private mutating func appendMilliseconds(_ duration: Duration) {
    let microseconds = Int64(clamping: max(duration, .zero).attoseconds / 1_000_000_000_000)
    bytes.append(contentsOf: String(microseconds / 1000).utf8)
    appendLiteral(".")
    bytes.append(padded: String(microseconds % 1000), digits: 3)
  }

  private mutating func appendLiteral(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }
}

/// The value of a field in a log line.
enum LogValue: Sendable, Equatable {
  /// A text that is truncated if it is longer than `bytesMax` bytes.
  case text(String, bytesMax: Int = LogFormat.valueBytesMax)
  case integer(Int)
  /// Milliseconds with three decimals; the field's name should end in `_ms`.
  case duration(Duration)
  /// A field that the line does not have.
  case absent
}

extension LogValue: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text(value) }
}

/// The severity of a log line, from the lowest to the highest.
enum LogLevel: String, CaseIterable, Sendable {
  case debug
  case info
  case notice
  case warning
  case error

  var severity: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .notice: 2
    case .warning: 3
    case .error: 4
    }
  }

  static let columnWidth = 7
}
