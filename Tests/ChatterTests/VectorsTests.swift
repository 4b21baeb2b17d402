import Foundation
import TestSupport
import Testing

@testable import Chatter

/// Every instruction set level of this machine, compared with scalar code.
struct VectorsTests {
  static let levels = Vectors.Level.allCases.filter { $0.rawValue <= Vectors.Level.best.rawValue }

  // MARK: Ends of strings

  /// The result of `textEnd`, computed byte by byte.
  private func plainTextEnd(_ bytes: [UInt8], from start: Int) -> (end: Int, hasEscapes: Bool) {
    var (offset, hasEscapes) = (start, false)
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0x5C, offset + 1 < bytes.count, "\"\\/bfnrt".utf8.contains(bytes[offset + 1]) {
        hasEscapes = true
        offset += 2
      } else if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 {
        break
      } else {
        offset += 1
      }
    }
    return (offset, hasEscapes)
  }

  private func expectTextEnds(_ bytes: [UInt8], from start: Int) -> Bool {
    let expected = plainTextEnd(bytes, from: start)
    return Self.levels.allSatisfy { level in
      var hasEscapes = false
      let end = Vectors.textEnd(in: bytes.span, from: start, hasEscapes: &hasEscapes, level: level)
      return end == expected.end && hasEscapes == expected.hasEscapes
    }
  }

  @Test func endsStringsAtEveryStopAtEveryOffset() {
    for byte in UInt8.min...UInt8.max {
      for place in stride(from: 0, to: 100, by: byte % 5 == 0 ? 1 : 7) {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 100)
        bytes[place] = byte
        for start in [0, 1, 31, 40, 99, 100] {
          #expect(expectTextEnds(bytes, from: start), "\(byte) at \(place) from \(start)")
        }
      }
    }
  }

  @Test func skipsSingleCharacterEscapesAtEveryOffset() {
    var generator = SeededGenerator(state: 3)
    let alphabet = Array("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\\\\\\\/nrtbfu\"".utf8)
    for _ in 0..<5000 {
      let count = Int.random(in: 0..<150, using: &generator)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      #expect(expectTextEnds(bytes, from: 0), "\(bytes)")
    }
  }

  // MARK: Base64

  /// The bytes that Foundation decodes from a text; nil if the text has an error.
  private func plain(_ text: [UInt8]) -> [UInt8]? {
    guard Base64.error(in: text.span) == nil else { return nil }
    var letters = Data(text.filter { !"\r\n=".utf8.contains($0) })
    while letters.count % 4 != 0 { letters.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: letters).map(Array.init)
  }

  private func decodes(_ text: [UInt8], to bytes: [UInt8]?, hasEscapes: Bool = false) -> Bool {
    Self.levels.allSatisfy {
      Vectors.decodeBase64(text.span, hasEscapes: hasEscapes, level: $0) == bytes
    }
  }

  @Test func decodesEveryLengthFromEveryAlignment() {
    for count in 0..<300 {
      let bytes = Random.bytes(count)
      let text = Base64.encode(bytes[...])
      let bare = text.filter { $0 != UInt8(ascii: "=") }
      #expect(decodes(text, to: bytes) && decodes(bare, to: bytes))
      for skip in 0..<min(4, count) {
        let padded = [UInt8](repeating: 0x25, count: skip) + text
        for level in Self.levels {
          let slice = padded.span.extracting(skip..<padded.count)
          #expect(Vectors.decodeBase64(slice, hasEscapes: false, level: level) == bytes)
        }
      }
    }
  }

  @Test func agreesWithTheScalarDecoderOnEveryByte() {
    for byte in UInt8.min...UInt8.max {
      for place in stride(from: 0, to: 120, by: byte % 3 == 0 ? 1 : 5) {
        var text = [UInt8](repeating: UInt8(ascii: "x"), count: 120)
        text[place] = byte
        #expect(decodes(text, to: plain(text)), "\(byte) at \(place)")
      }
    }
  }

  @Test func decodesMixturesTheSameAtEveryLevel() {
    var generator = SeededGenerator(state: 7)
    let rare = Array("\n\r=%/+A".utf8)
    for _ in 0..<4000 {
      var text = Base64.encode(Random.bytes(Int.random(in: 0..<200, using: &generator))[...])
      for _ in 0..<Int.random(in: 0..<4, using: &generator) {
        let byte = rare.randomElement(using: &generator) ?? 0
        text.insert(byte, at: Int.random(in: 0...text.count, using: &generator))
      }
      #expect(decodes(text, to: plain(text)), "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test(.needs(.time)) func resolvesEscapesAtEveryOffsetOfLongBase64() {
    var generator = SeededGenerator(state: 9)
    let escapes: [UInt8: String] = [0x2F: #"\/"#, 0x0A: #"\n"#, 0x0D: #"\r"#]
    for round in 0..<400 {
      let bytes = Random.bytes(round * 37)
      var text = Base64.encode(bytes[...])
      for _ in 0..<Int.random(in: 0..<20, using: &generator) {
        text.insert(
          Bool.random(using: &generator) ? 0x0A : 0x0D,
          at: Int.random(in: 0...text.count, using: &generator))
      }
      let escaped = text.flatMap { escapes[$0].map { Array($0.utf8) } ?? [$0] }
      #expect(decodes(escaped, to: bytes, hasEscapes: true))
      #expect(decodes(escaped, to: escaped == text ? bytes : nil))
    }
  }

  @Test func decodesAndroidLinesAndIOSSlashesAtAnyLength() {
    for count in [1, 56, 57, 58, 3000, 100_000] {
      let bytes = Random.bytes(count)
      let lines = Data(bytes).base64EncodedString(options: [
        .lineLength76Characters, .endLineWithLineFeed,
      ])
      let android = lines.replacingOccurrences(of: "\n", with: #"\n"#) + #"\n"#
      let iOS = Data(bytes).base64EncodedString().replacingOccurrences(of: "/", with: #"\/"#)
      for text in [android, iOS] { #expect(decodes(Array(text.utf8), to: bytes, hasEscapes: true)) }
    }
  }

  @Test(arguments: [#"AAA\u002f"#, #"AAAA\"#, #"AAAA\t"#, #"AAA\\"#, #"AA\"A"#, #"AA=\/"#])
  func leavesUnusualEscapesToTheCaller(text: String) {
    #expect(decodes(Array(text.utf8), to: nil, hasEscapes: true))
  }
}
