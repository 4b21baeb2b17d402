import HTTP
import Testing

struct RequestBodyErrorTests {
  @Test(
    arguments: [
      (RequestBodyError.tooLarge(limit: 17), 413, "17"), (.truncated, 400, "incomplete"),
      (.malformed(.missingChunkEnd), 400, "chunk"), (.timedOut, 408, "in time"),
      (.notAvailable, 500, "response"), (.badCoding, 400, "Content-Encoding"),
      (.quotaExhausted, 503, "try again"),
    ])
  func mapsEachCauseToAStatusAndAMessage(error: RequestBodyError, code: Int, text: String) {
    #expect(error.status.code == code)
    #expect(error.description.contains(text))
  }
}
