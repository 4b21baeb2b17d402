import Testing

@testable import Chatter

@Suite("JSONLimits")
struct JSONLimitsTests {
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

  /// Lists have no limit.
  @Test func allowsTheMembersOfEveryCall() {
    #expect(JSONLimits.post.membersMax > PostField.allCases.count)
    #expect(JSONLimits.post.valuesMax > JSONLimits.post.membersMax)
    #expect(JSONLimits.none == JSONLimits())
    #expect(PostField.allCases.map(\.rawValue.utf8.count).max() == PostField.keyBytesMax)
  }
}
