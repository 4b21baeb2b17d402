import Foundation
import Testing

@testable import Chatter

@Suite("JSONScanner")
struct JSONScannerTests {
  /// Reads a whole text, as any value.
  static func scan(_ bytes: some Collection<UInt8>) throws(JSONError) -> JSONValue {
    var scanner = try JSONScanner(ArraySlice(bytes))
    let value = try scanner.value()
    try scanner.finish()
    return value
  }

  @Test("what is JSON is read, and Foundation agrees", arguments: JSONDocuments.good)
  func good(document: String) throws {
    _ = try Self.scan(document.utf8)
    #expect(
      (try? JSONSerialization.jsonObject(with: Data(document.utf8), options: .fragmentsAllowed))
        != nil)
  }

  @Test("what is not JSON is refused, and Foundation agrees", arguments: JSONDocuments.bad)
  func bad(document: [UInt8]) {
    #expect(throws: JSONError.self) { try Self.scan(document) }
    #expect(
      (try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed)) == nil)
  }

  @Test("where Foundation is lenient, RFC 8259 decides", arguments: JSONDocuments.badButLeniency)
  func strict(document: [UInt8]) {
    #expect(throws: JSONError.self) { try Self.scan(document) }
    #expect(
      (try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed)) != nil)
  }

  @Test("no prefix of a good text that ends in a bracket is one", arguments: JSONDocuments.good)
  func prefixes(document: String) {
    let bytes = Array(document.utf8)
    guard let last = bytes.last, Array("]}\"".utf8).contains(last) else { return }
    for count in 0..<bytes.count {
      #expect(throws: JSONError.self) { try Self.scan(bytes.prefix(count)) }
    }
  }

  @Test("each error names its cause and its byte", arguments: JSONDocuments.errors)
  func errors(document: [UInt8], error: JSONError) {
    #expect(throws: error) { try Self.scan(document) }
  }

  @Test("64 values inside each other are read, 65 are not")
  func depth() throws {
    let bound = JSONScanner.depthMax
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"a":["#, count: depth / 2) + String(repeating: "]}", count: depth / 2)
    }
    #expect(try Self.scan(nested(bound).utf8) == .other(.object))
    #expect(throws: JSONError.tooDeep(offset: bound / 2 * 6)) {
      try Self.scan(nested(bound + 2).utf8)
    }
    #expect(throws: JSONError.tooDeep(offset: bound)) {
      try Self.scan(String(repeating: "[", count: 100_000).utf8)
    }
  }

  @Test("the depth counts what is open, not what was")
  func depthIsGivenBack() throws {
    let rows = Array(repeating: "[[]]", count: 200).joined(separator: ",")
    #expect(try Self.scan("[\(rows)]".utf8) == .other(.array))
  }

  @Test("a text is a slice of what was scanned")
  func slices() throws {
    let buffer = Array(#"xx "plain" "#.utf8)
    var scanner = try JSONScanner(buffer[2...])
    guard case .text(let text) = try scanner.value() else { throw JSONError.empty }
    #expect(text.raw.indices == 4..<9)
    #expect(!text.hasEscapes)
    try scanner.finish()
  }

  @Test("flipping any byte of a document in any way never traps")
  func flips() {
    for document in JSONDocuments.good where document.utf8.count < 80 {
      let bytes = Array(document.utf8)
      for offset in bytes.indices {
        for mask in [1, 2, 4, 8, 16, 32, 64, 128, 255, 0x7C] as [UInt8] {
          var flipped = bytes
          flipped[offset] ^= mask
          _ = try? Self.scan(flipped)
        }
      }
    }
  }
}
