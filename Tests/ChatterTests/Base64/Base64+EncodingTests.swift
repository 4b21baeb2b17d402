import Foundation
import Testing

@testable import Chatter

@Suite("Base64: encoding")
struct Base64EncodingTests {
  @Test func encodesLikeFoundation() {
    for count in 0...200 {
      let bytes = Random.bytes(count)
      let text = Base64.encode(bytes[...])
      #expect(text == [UInt8](Data(bytes).base64EncodedData()))
      #expect(text.count == Base64.encodedCount(of: count))
    }
  }

  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func encodesTheTestVectors(plain: String, text: String) throws {
    #expect(Base64.encode(ArraySlice(plain.utf8)) == Array(text.utf8))
    #expect(try Base64.decode(ArraySlice(text.utf8)) == Array(plain.utf8))
  }

  @Test func appendsWithoutChangingExistingOutput() {
    var output = Array("<".utf8)
    for text in ["foo", "foobarfoobar", "", "f"] {
      Base64.appendEncoded(ArraySlice(text.utf8), to: &output)
    }
    #expect(output == Array("<Zm9vZm9vYmFyZm9vYmFyZg==".utf8))
  }
}
