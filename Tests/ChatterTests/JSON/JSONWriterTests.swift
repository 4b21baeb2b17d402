import Foundation
import Testing

@testable import Chatter

struct JSONWriterTests {
  private func written(_ text: String?) -> String {
    var output: [UInt8] = []
    JSONWriter.append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    arguments: [
      (nil, "null"), ("", #""""#),
      ("plain / é 漢 🎧 \u{7F}\u{2028}", "\"plain / é 漢 🎧 \u{7F}\u{2028}\""),
      ("\"\\", #""\"\\""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
      ("\0\u{1}\u{B}\u{1F} ", #""\u0000\u0001\u000b\u001f ""#),
    ] as [(String?, String)])
  func escapesOnlyWhatMustBeEscaped(text: String?, json: String) {
    #expect(written(text) == json)
  }

  @Test func writesEveryASCIICharacterReadableByFoundation() throws {
    for value in UInt8(0)..<0x80 {
      for place in [0, 7, 8, 31, 33, 70] {
        var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 71)
        bytes[place] = value
        let text = String(decoding: bytes, as: UTF8.self)
        let read = try JSONSerialization.jsonObject(
          with: Data(written(text).utf8), options: .fragmentsAllowed)
        #expect(read as? String == text)
      }
    }
  }

  @Test func appendsWithoutChangingExistingOutput() {
    var output = Array("\"\n".utf8)
    JSONWriter.append("a\"", to: &output)
    JSONWriter.append(raw: ",", to: &output)
    JSONWriter.append("b", to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "\"\n\"a\\\"\",\"b\"")
  }

  @Test func readsBothCasesOfHexDigitsAndWritesLowerCase() {
    let read = (UInt8.min...UInt8.max).compactMap(HexDigit.value)
    #expect(read == Array(0...9) + Array(10...15) + Array(10...15))
    #expect((0..<16).map(HexDigit.byte) == Array("0123456789abcdef".utf8))
  }
}
