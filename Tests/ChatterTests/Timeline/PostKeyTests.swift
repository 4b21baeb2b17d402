import Testing

@testable import Chatter

struct PostKeyTests {
  static let taken: [(String, String)] = [
    ("8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
    (#""8e03978e-40d5-43dd-bc93-6894a57f9324""#, "8e03978e-40d5-43dd-bc93-6894a57f9324"),
    ("k", "k"), (#""k""#, "k"), (#""a b,c;d=é""#.replacing("é", with: "e"), "a b,c;d=e"),
    (#""quote \" and \\ backslash""#, #"quote " and \ backslash"#),
    ("YWJj/+==", "YWJj/+=="), ("*!#$%&'+-.^_`|~:@()[]{}<>?", "*!#$%&'+-.^_`|~:@()[]{}<>?"),
    (String(repeating: "k", count: 255), String(repeating: "k", count: 255)),
    ("\"" + String(repeating: "\\\\", count: 255) + "\"", String(repeating: "\\", count: 255)),
  ]

  @Test(arguments: taken)
  func acceptsQuotedStringsAndBareKeys(value: String, text: String) throws {
    let key = try PostKey(fieldValue: value, call: .postChatt)
    #expect(key.text == text)
    #expect(key != (try PostKey(fieldValue: value, call: .postAudio)))
  }

  static let refused: [(String, PostKeyError)] = [
    ("", .empty), (#""""#, .empty), (String(repeating: "k", count: 256), .tooLong),
    ("\"" + String(repeating: "k", count: 256) + "\"", .tooLong), (#"""#, .malformed),
    (#""open"#, .malformed), (#""a"b"#, .malformed), (#""a";p=1"#, .malformed),
    (#""a\"#, .malformed), (#""a\b""#, .malformed), ("\"é\"", .malformed), ("é", .malformed),
    ("a b", .malformed), ("a,b", .malformed), ("a;b", .malformed), (#"a"b"#, .malformed),
    (#"a\b"#, .malformed), ("a\u{7F}", .malformed), ("\"a\tb\"", .malformed),
  ]

  @Test(arguments: refused)
  func refusesInvalidKeys(value: String, error: PostKeyError) {
    #expect(throws: error) { try PostKey(fieldValue: value, call: .postChatt) }
  }

  @Test func saysWhatToChange() {
    for error in [PostKeyError.empty, .malformed, .tooLong, .repeated] {
      #expect(error.description.hasPrefix("Idempotency-Key ") && error.description.contains(": "))
    }
  }

  @Test func makesDistinctKeysThatReadBack() throws {
    let keys = (0..<100).map { _ in PostKey(randomFor: .postAudio) }
    #expect(Set(keys).count == 100)
    for key in keys {
      #expect((PostKey.bytesMin...32).contains(key.text.utf8.count))
      #expect(try PostKey(fieldValue: key.fieldValue, call: .postAudio) == key)
    }
  }

  @Test(arguments: ["a", #"a"b"#, #"\\"#, " ", #"\""#])
  func escapesQuotedStrings(text: String) throws {
    let key = PostKey(call: .postChatt, text: text)
    #expect(try PostKey(fieldValue: key.fieldValue, call: .postChatt) == key)
  }
}
