import Testing

@testable import Chatter

struct JSONBodyTests {
  @Test(arguments: [
    "audio is not base64: character '%' at offset 12", #"name is "é": \ "#, "",
  ])
  func roundTripsErrorMessages(message: String) {
    #expect(JSONBody.message(ofError: JSONBody.error(message)[...]) == message)
  }

  @Test func writesErrorsAsCompactObjects() {
    #expect(
      JSONBody.error("audio is not base64: character '%' at offset 12")
        == Array(#"{"error":"audio is not base64: character '%' at offset 12"}"#.utf8))
  }

  @Test func acceptsAnyObjectAsConfirmation() {
    for body in ["{}", " { }\n", #"{"id":"7","more":{"a":[1]}}"#] {
      #expect(JSONBody.isPosted(ArraySlice(body.utf8)))
    }
    for body in ["", "[]", "null", "{", "{}{}", "<html></html>", #"{"id":}"#] {
      #expect(!JSONBody.isPosted(ArraySlice(body.utf8)))
    }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"error":null}"#, #"{"error":{"message":"x"}}"#, #"{"error":"x"#,
    "<html></html>", #"{"error":"\ud800"}"#,
  ])
  func returnsNilWithoutAnErrorMessage(body: String) {
    #expect(JSONBody.message(ofError: ArraySlice(body.utf8)) == nil)
  }

  @Test func confirmsPostsOfBackEndsThatRepeatWhatTheyGot() {
    #expect(JSONBody.isPosted(Array(#"{"message":"\ud83d","message":1}"#.utf8)[...]))
  }

  @Test func readsTheMessageOfAProblem() {
    let body =
      #"{"type":"about:blank","title":"Not Found","status":404,"detail":"gone","code":"c"}"#
    #expect(JSONBody.message(ofError: Array(body.utf8)[...]) == "gone")
    #expect(JSONBody.code(ofError: Array(body.utf8)[...]) == "c")
    for other in ["", "{}", "[]", #"{"error":"x"}"#, #"{"code":1}"#, #"{"code":"c""#] {
      #expect(JSONBody.code(ofError: Array(other.utf8)[...]) == nil, "\(other)")
    }
  }
}
