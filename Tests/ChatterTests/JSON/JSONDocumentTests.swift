import Testing

@testable import Chatter

struct JSONDocumentTests {
  private func read(_ text: String) throws -> JSONDocument {
    try JSONDocument(Array(text.utf8)[...])
  }

  @Test func readsEveryKindOfValue() throws {
    let document = try read(
      #" {"a":[1,-2.5e1,"x\u00e9\n",true,false,null,[],{}],"b":{"c":"\ud83d\ude00"}} "#)
    #expect(
      document
        == .object([
          "a": .list([
            .number(1), .number(-25), .text("xé\n"), .boolean(true), .boolean(false), .null,
            .list([]), .object([:]),
          ]),
          "b": .object(["c": .text("😀")]),
        ]))
    #expect(document.object?["a"]?.list?.first?.number == 1)
    #expect(document.text == nil && document.number == nil && document.list == nil)
  }

  @Test(
    arguments: [
      #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"x":{"a":1,"b":2,"a":3}}"#,
      #"[{"":1,"":2}]"#,
    ])
  func rejectsRepeatedMembers(text: String) {
    #expect(throws: JSONError.repeatedMember) { try read(text) }
  }

  @Test func rejectsHalvesOfSurrogatePairs() {
    #expect(throws: JSONError.loneSurrogate) { try read(#""\ud83d""#) }
    #expect(throws: JSONError.loneSurrogate) { try read(#"{"\ude00":1}"#) }
  }

  @Test func readsResponsesWithoutLosingTheWholeForOneMember() throws {
    let text = Array(#"{"a":"\ud83d","b":[1,"x"],"c":1,"c":2,"\ude00":3}"#.utf8)[...]
    #expect(
      try JSONDocument(response: text, valuesMax: 8)
        == .object([
          "a": .null, "b": .list([.number(1), .text("x")]), "c": .number(2), "": .number(3),
        ]))
    #expect(throws: JSONError.self) { try JSONDocument(response: text, valuesMax: 4) }
    #expect(throws: JSONError.self) { try JSONDocument(response: text.dropLast(), valuesMax: 8) }
    let many = Array("[\(String(repeating: "[],", count: 9))1]".utf8)[...]
    #expect(throws: JSONError.self) { try JSONDocument(response: many, valuesMax: 8) }
  }

  @Test func rejectsEveryPrefix() {
    let text = Array(#"{"a":[1.5,"x\n",true,null],"b":{"c":-0}}"#.utf8)
    for count in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONDocument(text[..<count]) }
    }
    #expect(throws: Never.self) { try JSONDocument(text[...]) }
    #expect(throws: JSONError.self) { try JSONDocument((text + [0x7D])[...]) }
  }

  @Test func readsSlicesAndLimitsTheDepth() throws {
    let text = Array(#"xx{"a":12}xx"#.utf8)
    #expect(try JSONDocument(text[2..<10]) == .object(["a": .number(12)]))
    let depth = JSONScanner.depthMax
    let nested = { (count: Int) in
      String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    #expect(throws: Never.self) { try read(nested(depth)) }
    #expect(throws: JSONError.tooDeep(offset: depth)) {
      try read(nested(depth + 1))
    }
  }

  @Test func readsNumbersThatDoNotFitADouble() throws {
    #expect(try read("1e999").number == .infinity)
    #expect(try read("1e-999").number == 0)
    #expect(try read("1700000000.75").number == 1_700_000_000.75)
  }
}
