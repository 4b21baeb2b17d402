import Foundation
import Testing

@testable import Chatter

struct Base64Tests {
  @Test func countsWholeGroupsOfFour() {
    #expect((0...7).map(Base64.encodedCount) == [0, 4, 4, 4, 8, 8, 8, 12])
  }

  // MARK: Encoding

  @Test func encodesLikeFoundation() {
    for count in 0...200 {
      let bytes = Random.bytes(count)
      let text = Base64.encode(bytes[...])
      #expect(text == [UInt8](Data(bytes).base64EncodedData()))
      #expect(text.count == Base64.encodedCount(of: count))
    }
  }

  @Test func appendsWithoutChangingExistingOutput() {
    var output = Array("<".utf8)
    for text in ["foo", "foobarfoobar", "", "f"] {
      Base64.appendEncoded(ArraySlice(text.utf8), to: &output)
    }
    #expect(output == Array("<Zm9vZm9vYmFyZm9vYmFyZg==".utf8))
  }

  // MARK: Decoding

  private func decode(_ text: some Collection<UInt8>) throws(Base64Error) -> [UInt8] {
    try Base64.decode(ArraySlice(text))
  }

  @Test func decodesTextOfFoundation() throws {
    for count in 0...200 {
      let bytes = Random.bytes(count)
      let text = [UInt8](Data(bytes).base64EncodedData())
      #expect(try decode(text) == bytes)
      #expect(try decode(text.filter { $0 != UInt8(ascii: "=") }) == bytes)
    }
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\n\n\n"])
  func acceptsNewlinesAtEveryOffset(newline: String) throws {
    for count in [1, 2, 3, 6, 17, 24, 40] {
      let bytes = Random.bytes(count)
      let text = [UInt8](Data(bytes).base64EncodedData())
      for offset in 0...text.count {
        var broken = text
        broken.insert(contentsOf: newline.utf8, at: offset)
        #expect(try decode(broken) == bytes)
      }
    }
  }

  @Test(arguments: ["", "\n", "\r\n\r\n"])
  func decodesOnlyNewlinesToNoBytes(text: String) throws {
    #expect(try decode(text.utf8) == [])
  }

  @Test func reportsEveryByteOutsideTheAlphabet() {
    let allowed = Set("\r\n=".utf8).union(Base64.alphabet)
    for byte in UInt8.min...UInt8.max where !allowed.contains(byte) {
      for offset in [0, 3, 8, 12, 17, 19] {
        var text = [UInt8](repeating: UInt8(ascii: "A"), count: 20)
        text[offset] = byte
        #expect(throws: Base64Error.character(byte, offset: offset)) { try decode(text) }
      }
    }
  }

  @Test(
    arguments: [
      ("A", .cutShort(offset: 0)), ("AAAAA", .cutShort(offset: 4)),
      ("AAAAAAAAA\n", .cutShort(offset: 8)),
      ("=", .padding(offset: 0)), ("A=", .padding(offset: 1)), ("A===", .padding(offset: 1)),
      ("AAAA=", .padding(offset: 4)), ("AA=", .padding(offset: 3)),
      ("AA=A", .padding(offset: 3)), ("AAA==", .padding(offset: 4)),
      ("AA===", .padding(offset: 4)), ("AAAA====", .padding(offset: 4)),
      ("AA==A", .dataAfterPadding(offset: 4)), ("AAA=AAAA", .dataAfterPadding(offset: 4)),
      ("AA==%", .character(UInt8(ascii: "%"), offset: 4)),
      ("AB==", .trailingBits(offset: 1)), ("AB", .trailingBits(offset: 1)),
      ("AAB=", .trailingBits(offset: 2)), ("AAAAAAAAAAB", .trailingBits(offset: 10)),
    ] as [(String, Base64Error)])
  func rejectsWrongEndsForTheirReasons(text: String, error: Base64Error) {
    #expect(throws: error) { try decode(text.utf8) }
  }

  @Test func acceptsNewlinesInAndAfterPadding() throws {
    #expect(try decode("QQ=\n=\r\n".utf8) == [0x41])
  }

  @Test func decodesSlicesWithOffsetsFromTheirStart() throws {
    let buffer = Array("%%QUJD%%".utf8)
    #expect(try Base64.decode(buffer[2..<6]) == Array("ABC".utf8))
    #expect(throws: Base64Error.character(UInt8(ascii: "%"), offset: 4)) {
      try Base64.decode(buffer[2...])
    }
  }
}
