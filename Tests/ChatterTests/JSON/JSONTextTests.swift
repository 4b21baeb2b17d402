import Foundation
import TestSupport
import Testing

@testable import Chatter

struct JSONTextTests {
  private func text(_ raw: String) throws -> JSONText {
    guard case .text(let text) = try JSONScannerTests.scan("\"\(raw)\"".utf8) else {
      throw JSONError.empty
    }
    return text
  }

  @Test(arguments: [
    (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\u0041\u00e9\u20AC"#, "Aé€"),
    (#"\ud83c\udfa7!"#, "🎧!"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"), (#"\u0000x"#, "\0x"),
    ("plain", "plain"), ("", ""), (#"a\/b\/c"#, "a/b/c"), (#"\\u0041"#, "\\u0041"),
    (#"\/"#, "/"), (#"é\n漢"#, "é\n漢"),
  ])
  func resolvesTheEscapesOfRFC8259(raw: String, expected: String) throws {
    #expect(try text(raw).unescaped().elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    #"\ud83c"#, #"\udfa7"#, #"\ud83cx"#, #"\ud83c\n"#, #"\ud83c\ud83c"#, #"\udfa7\ud83c"#,
    #"a\ud800\u0041"#, #"\uDC00"#, #"\ud83c\u"# + "0041",
  ])
  func distinguishesLoneSurrogatesFromBadJSON(raw: String) throws {
    #expect(throws: JSONError.loneSurrogate) { try text(raw).unescaped() }
  }

  @Test func resolvesEscapesAtEveryOffsetOfLongText() throws {
    let plain = String(repeating: "0123456789abcdef", count: 6)
    for place in 0...plain.count {
      let start = String(plain.prefix(place))
      let end = String(plain.dropFirst(place))
      #expect(try text(start + #"\/"# + end).unescaped().elementsEqual((start + "/" + end).utf8))
      #expect(
        try text(start + #"\n\ud83c\udfa7"# + end + #"\u00e9"#).unescaped()
          .elementsEqual((start + "\n🎧" + end + "é").utf8))
    }
  }

  @Test func resolvesTextOfFoundationsEncoder() throws {
    var generator = SeededGenerator(state: 7)
    let alphabet = Array("ab/\\\"\n\t\u{1}é漢🎧\u{7F}").map(String.init)
    for count in 0..<200 {
      let plain = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined()
      let json = try JSONSerialization.data(withJSONObject: plain, options: .fragmentsAllowed)
      guard case .text(let text) = try JSONScannerTests.scan(json) else { throw JSONError.empty }
      #expect(try text.unescaped().elementsEqual(plain.utf8))
    }
  }

  @Test func comparesKeysHoweverEscaped() throws {
    for field in PostField.allCases {
      let escaped = field.rawValue.unicodeScalars.map { #"\u00\#(String($0.value, radix: 16))"# }
      #expect(try text(field.rawValue).equals(field.rawValue))
      #expect(try text(escaped.joined()).equals(field.rawValue))
    }
    let long = String(repeating: #"\u0061"#, count: 50)
    for other in ["", "usernam", "Audio", #"audio\u0000"#, #"\ud800"#, #"\/"#, long] {
      let key = try text(other)
      #expect(!PostField.allCases.contains { key.equals($0.rawValue) })
    }
  }
}
