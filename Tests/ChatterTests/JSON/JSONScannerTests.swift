import Foundation
import Testing

@testable import Chatter

struct JSONScannerTests {
  /// Reads a complete text as a value of any kind.
  static func scan(_ bytes: some Collection<UInt8>) throws(JSONError) -> JSONValue {
    var scanner = try JSONScanner(ArraySlice(bytes))
    let value = try scanner.value()
    try scanner.finish()
    return value
  }

  @Test(arguments: JSONDocuments.good)
  func acceptsValidJSONLikeFoundation(document: String) throws {
    _ = try Self.scan(document.utf8)
    #expect(
      (try? JSONSerialization.jsonObject(with: Data(document.utf8), options: .fragmentsAllowed))
        != nil)
  }

  @Test(arguments: JSONDocuments.bad)
  func rejectsInvalidJSONLikeFoundation(document: [UInt8]) {
    #expect(throws: JSONError.self) { try Self.scan(document) }
    #expect(
      (try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed)) == nil)
  }

  @Test(arguments: JSONDocuments.good)
  func rejectsEveryPrefixOfBracketedText(document: String) {
    let bytes = Array(document.utf8)
    guard let last = bytes.last, Array("]}\"".utf8).contains(last) else { return }
    for count in 0..<bytes.count {
      #expect(throws: JSONError.self) { try Self.scan(bytes.prefix(count)) }
    }
  }

  @Test(arguments: JSONDocuments.errors)
  func reportsTheCauseAndTheByteOfEachError(document: [UInt8], error: JSONError) {
    #expect(throws: error) { try Self.scan(document) }
  }

  @Test func limitsTheDepthTo64() throws {
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

  @Test func countsOnlyOpenValuesAsDepth() throws {
    let rows = Array(repeating: "[[]]", count: 200).joined(separator: ",")
    #expect(try Self.scan("[\(rows)]".utf8) == .other(.array))
  }

  @Test func returnsTextAsSlicesOfTheInput() throws {
    let buffer = Array(#"xx "plain" "#.utf8)
    var scanner = try JSONScanner(buffer[2...])
    guard case .text(let text) = try scanner.value() else { throw JSONError.empty }
    #expect(text.raw.indices == 4..<9)
    #expect(!text.hasEscapes)
    try scanner.finish()
  }

  @Test func survivesEveryChangedByte() {
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

  // MARK: Limits

  private func scan(_ text: String, _ limits: JSONLimits) throws(JSONError) {
    var scanner = try JSONScanner(ArraySlice(text.utf8), limits: limits)
    _ = try scanner.value()
    try scanner.finish()
  }

  @Test func countsMembersOfAllObjects() throws {
    let limits = JSONLimits(membersMax: 3)
    try scan(#"{"a":{"b":0},"c":0}"#, limits)
    #expect(throws: JSONError.tooManyMembers(3, offset: 19)) {
      try scan(#"{"a":{"b":0},"c":0,"d":0}"#, limits)
    }
    #expect(throws: JSONError.tooManyMembers(3, offset: 20)) {
      try scan(#"{"a":{"b":0,"c":{   "d":{}}}}"#, JSONLimits(membersMax: 3))
    }
  }

  @Test func countsValuesAtEveryDepth() throws {
    let limits = JSONLimits(valuesMax: 4)
    try scan("[[],[0]]", limits)
    try scan(#"{"a":{"b":[null]}}"#, limits)
    #expect(throws: JSONError.tooManyValues(4, offset: 7)) { try scan("[[],[0,0]]", limits) }
    #expect(throws: JSONError.tooManyValues(4, offset: 12)) {
      try scan("[\"\",\"\",\"\",  0]", limits)
    }
  }

  @Test func allowsTheMembersOfEveryCall() {
    #expect(JSONLimits.post.membersMax > PostField.allCases.count)
    #expect(JSONLimits.post.valuesMax > JSONLimits.post.membersMax)
  }
}
