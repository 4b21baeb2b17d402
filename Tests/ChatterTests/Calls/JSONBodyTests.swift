import Testing

@testable import Chatter

@Suite("Answer")
struct AnswerTests {
  @Test("a post is answered by an empty object")
  func posted() {
    #expect(Answer.posted == Array("{}".utf8))
  }

  @Test(
    "an error's sentence goes there and back",
    arguments: [
      "audio is not base64: character '%' at offset 12", #"name is "é": \ "#, "",
    ])
  func roundTrip(sentence: String) {
    #expect(Answer.sentence(ofError: Answer.error(sentence)[...]) == sentence)
  }

  @Test("an error is one compact object")
  func form() {
    #expect(
      Answer.error("audio is not base64: character '%' at offset 12")
        == Array(#"{"error":"audio is not base64: character '%' at offset 12"}"#.utf8))
  }

  @Test("a post's success is an object, whatever is in it")
  func isPosted() {
    for body in ["{}", " { }\n", #"{"id":"7","more":{"a":[1]}}"#] {
      #expect(Answer.isPosted(ArraySlice(body.utf8)))
    }
    for body in ["", "[]", "null", "{", "{}{}", "<html></html>", #"{"id":}"#] {
      #expect(!Answer.isPosted(ArraySlice(body.utf8)))
    }
  }

  @Test(
    "what has no sentence gives none",
    arguments: [
      "", "{}", "[]", #"{"error":null}"#, #"{"error":{"message":"x"}}"#, #"{"error":"x"#,
      "<html></html>", #"{"error":"\ud800"}"#,
    ])
  func none(body: String) {
    #expect(Answer.sentence(ofError: ArraySlice(body.utf8)) == nil)
  }
}
