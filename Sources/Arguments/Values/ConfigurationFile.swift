/// The text of a configuration file: `key = value` lines, blank lines, and comment lines that begin
/// with `#`.
///
/// A value extends from the first `=` to the end of the line, without surrounding blanks. There are
/// no quotes and no continuation lines. A `#` in a value is part of it, because passwords may
/// contain one.
public struct ConfigurationFile: Equatable, Sendable {
  /// One assignment.
  public struct Line: Equatable, Sendable {
    /// Counted from 1.
    public let number: Int
    public let key: String
    public let value: String
  }

  /// A line that is not an assignment.
  public struct Malformation: Error, Equatable {
    /// Counted from 1.
    public let line: Int
    public let reason: String
  }

  public let lines: [Line]

  /// Parses the bytes of a file.
  public init(_ bytes: [UInt8]) throws(Malformation) {
    var lines: [Line] = []
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    var number = 0
    for raw in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let line = Self.trimmed(raw)
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      guard String(validating: line, as: UTF8.self) != nil else {
        throw Malformation(line: number, reason: "not valid UTF-8")
      }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
        throw Malformation(line: number, reason: "expected key = value")
      }
      let key = Self.trimmed(line[..<equals])
      if key.isEmpty { throw Malformation(line: number, reason: "no key before the =") }
      let value = Self.trimmed(line[(equals + 1)...])
      lines.append(
        Line(
          number: number, key: String(decoding: key, as: UTF8.self),
          value: String(decoding: value, as: UTF8.self)))
    }
    self.lines = lines
  }

  /// Removes blanks at both ends, including the carriage return of CRLF line ends.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    let start = bytes.drop { blanks.contains($0) }
    guard let last = start.lastIndex(where: { !blanks.contains($0) }) else { return [] }
    return start[...last]
  }
}
