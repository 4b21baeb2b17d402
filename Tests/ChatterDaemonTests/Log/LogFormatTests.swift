import Foundation
import Testing

@testable import ChatterDaemon

struct LogFormatTests {
  private func escaped(_ text: String, _ escape: LogFormat, bytesMax: Int = 1024) -> String {
    var bytes: [UInt8] = []
    escape.append(text, to: &bytes, bytesMax: bytesMax)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Not arguments of the test, because the runner would print them unescaped.
  private static let table: [(text: String, plain: String, json: String)] = [
    ("a b", "a b", "a b"), ("é😀", "é😀", "é😀"), ("\"", "\\\"", "\\\""), ("\\", "\\\\", "\\\\"),
    ("\n", "\\n", "\\n"), ("\r", "\\r", "\\r"), ("\t", "\\t", "\\t"),
    ("\0", "\\u{0}", "\\u0000"), ("\u{1B}[2J", "\\u{1b}[2J", "\\u001b[2J"),
    ("\u{7F}", "\\u{7f}", "\\u007f"), ("\u{85}", "\\u{85}", "\\u0085"),
    ("\u{9B}", "\\u{9b}", "\\u009b"), ("\u{2028}", "\\u{2028}", "\\u2028"),
    ("\u{2029}", "\\u{2029}", "\\u2029"), ("\u{202E}", "\\u{202e}", "\\u202e"),
    ("\u{2066}", "\\u{2066}", "\\u2066"), ("\u{FEFF}", "\\u{feff}", "\\ufeff"),
    ("\u{E0041}", "\\u{e0041}", "\\udb40\\udc41"),
  ]

  @Test func escapesInvisibleCharacters() {
    for (text, plain, json) in Self.table {
      #expect(escaped(text, .text) == plain)
      #expect(escaped(text, .json) == json)
    }
  }

  @Test func roundTripsEveryScalarOfTheFirstPlaneThroughJSON() throws {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = escaped(String(scalar), .json)
      if value < 0x300 || value % 97 == 0 {
        let parsed = try JSONSerialization.jsonObject(with: Data("[\"\(text)\"]".utf8))
        #expect((parsed as? [String])?.first?.unicodeScalars.first == scalar)
      }
      #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }
  }

  @Test func truncatesBetweenScalarsAndCountsEscapes() {
    #expect(escaped("abcdef", .text, bytesMax: 6) == "abcdef")
    #expect(escaped("abcdefg", .text, bytesMax: 6) == "abcdef…")
    #expect(escaped("ééé", .text, bytesMax: 4) == "éé…")
    #expect(escaped("\n\n\n", .text, bytesMax: 4) == "\\n\\n…")
    let long = String(repeating: "\u{1}", count: 100_000)
    #expect(escaped(long, .json).utf8.count <= LogFormat.valueBytesMax + 16)
  }

  @Test func leavesOnlyUnambiguousValuesWithoutQuotes() {
    for text in ["a", "/postaudio/", "[::1]:1", "1.5"] { #expect(LogFormat.isBare(text)) }
    for text in ["", "a b", "a=b", "\"", "\\", "\n", "é"] { #expect(!LogFormat.isBare(text)) }
  }

  @Test func truncatesTextInMessagesFurther() {
    #expect(LogFormat.printable("a\nb") == "a\\nb")
    #expect(LogFormat.printable(String(repeating: "a", count: 1000)).count == 257)
  }
}
