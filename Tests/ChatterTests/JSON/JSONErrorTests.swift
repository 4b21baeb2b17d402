import Testing

@testable import Chatter

struct JSONErrorTests {
  @Test(
    arguments: [
      (.empty, "body is empty: send a JSON object"),
      (.notAnObject(.array), "body is not a JSON object but an array: send a JSON object"),
      (.cutShort(offset: 9), "body is not JSON: truncated at byte 9"),
      (.unexpected(0x25, offset: 9), "body is not JSON: unexpected '%' at byte 9"),
      (
        .controlCharacter(0x0A, offset: 9),
        "body is not JSON: control character 0x0A in a string at byte 9: escape it"
      ),
      (.escape(offset: 9), "body is not JSON: unknown escape in a string at byte 9"),
      (.number(offset: 9), "body is not JSON: malformed number at byte 9"),
      (.invalidUTF8(offset: 9), "body is not JSON: invalid UTF-8 at byte 9"),
      (.tooDeep(offset: 9), "body is nested deeper than 64 values at byte 9"),
      (
        .tooManyMembers(7, offset: 9),
        "body is over the limit of 7 members at byte 9: send only the members of the call"
      ),
      (
        .tooManyValues(7, offset: 9),
        "body is over the limit of 7 values at byte 9: send only the members of the call"
      ),
      (.dataAfterEnd(offset: 9), "body is not JSON: unexpected data after the value at byte 9"),
    ] as [(JSONError, String)])
  func describesEachErrorOfTheBody(error: JSONError, message: String) {
    #expect(PostError.malformed(error).description == message)
  }
}
