import Testing

@testable import Chatter

@Suite("Response bodies that are not lists")
struct JSONBodyTests {
  @Test("a post is answered by an empty object")
  func posted() {
    #expect(JSONBody.posted == Array("{}".utf8))
  }

  @Test(
    "an error's sentence goes there and back",
    arguments: [
      "audio is not base64: character '%' at offset 12", #"name is "é": \ "#, "",
    ])
  func roundTrip(message: String) {
    #expect(JSONBody.message(ofError: JSONBody.error(message)[...]) == message)
  }

  @Test("an error is one compact object")
  func form() {
    #expect(
      JSONBody.error("audio is not base64: character '%' at offset 12")
        == Array(#"{"error":"audio is not base64: character '%' at offset 12"}"#.utf8))
  }

  @Test("a post's success is an object, whatever is in it")
  func isPosted() {
    for body in ["{}", " { }\n", #"{"id":"7","more":{"a":[1]}}"#] {
      #expect(JSONBody.isPosted(ArraySlice(body.utf8)))
    }
    for body in ["", "[]", "null", "{", "{}{}", "<html></html>", #"{"id":}"#] {
      #expect(!JSONBody.isPosted(ArraySlice(body.utf8)))
    }
  }

  @Test(
    "what has no sentence gives none",
    arguments: [
      "", "{}", "[]", #"{"error":null}"#, #"{"error":{"message":"x"}}"#, #"{"error":"x"#,
      "<html></html>", #"{"error":"\ud800"}"#,
    ])
  func none(body: String) {
    #expect(JSONBody.message(ofError: ArraySlice(body.utf8)) == nil)
  }
}
