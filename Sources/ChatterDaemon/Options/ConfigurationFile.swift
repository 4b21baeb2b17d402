/// The text of a configuration file: `key = value` lines, blank lines, and comment lines that begin
/// with `#`.
///
/// A value extends from the first `=` to the end of the line, without surrounding blanks. There are
/// no quotes and no continuation lines. A `#` in a value is part of it, because passwords may
/// contain one.
struct ConfigurationFile: Equatable {
  /// One assignment.
  struct Line: Equatable {
    let number: Int
    let key: String
    let value: String
  }

  /// Errors in a line that are detected before its key is looked up.
  enum Malformation: String {
    case notUTF8 = "not valid UTF-8"
    case controlCharacter = "contains a control character"
    case noEquals = "expected key = value"
    case noKey = "no key before the ="
  }

  let lines: [Line]

  /// Parses the bytes of a file; the path is used in errors.
  init(_ bytes: [UInt8], path: String) throws(CommandError) {
    var lines: [Line] = []
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    var number = 0
    for raw in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      do throws(Malformed) {
        if let line = try Self.line(raw, number) { lines.append(line) }
      } catch {
        throw .malformedLine(path: path, line: number, reason: error.reason)
      }
    }
    self.lines = lines
  }

  private struct Malformed: Error {
    let reason: Malformation
  }

  private static func line(_ raw: ArraySlice<UInt8>, _ number: Int) throws(Malformed) -> Line? {
    let bytes = trimmed(raw)
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Malformed(reason: .notUTF8)
    }
    if bytes.contains(where: { ($0 < 0x20 && $0 != UInt8(ascii: "\t")) || $0 == 0x7F }) {
      throw Malformed(reason: .controlCharacter)
    }
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw Malformed(reason: .noEquals)
    }
    let key = String(decoding: trimmed(Array(text.utf8[..<equals])[...]), as: UTF8.self)
    if key.isEmpty { throw Malformed(reason: .noKey) }
    let rest = Array(text.utf8[text.utf8.index(after: equals)...])
    return Line(
      number: number, key: key, value: String(decoding: trimmed(rest[...]), as: UTF8.self))
  }

  /// Removes blanks at both ends, including the carriage return of CRLF line ends.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    let start = bytes.drop { blanks.contains($0) }
    guard let last = start.lastIndex(where: { !blanks.contains($0) }) else { return [] }
    return start[...last]
  }
}
