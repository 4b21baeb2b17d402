import Testing

@testable import Chatter

struct PostErrorTests {
  static let all: [PostError] = [
    .malformed(.empty), .missing(.username), .empty(.name), .notText(.audio, .number),
    .nul(.message), .loneSurrogate(.message), .usernameTooLong(charactersMax: 255),
    .messageTooLong(bytesMax: 65_536), .neitherMessageNorAudio,
    .audioNotBase64(.cutShort(offset: 3)),
  ]

  @Test func reportsOnlyInvalidJSONAsMalformed() {
    #expect(Self.all.filter(\.isMalformed) == [.malformed(.empty)])
  }

  @Test(
    arguments: zip(
      all,
      [
        "body is empty: send a JSON object", "username is missing: send it as a string",
        "name is empty: send at least one character", "audio is a number: send a string or null",
        "message contains NUL (\\u0000): remove it",
        "message contains half a surrogate pair: send both halves or neither",
        "username is too long: send at most 255 characters",
        "message is too long: send at most 65536 bytes",
        "message and audio are both missing: send at least one of them",
        "audio is not base64: a single character is left over at offset 3: the text is truncated",
      ]))
  func namesTheFieldAndTheRemedy(error: PostError, message: String) {
    #expect(error.description == message)
  }
}
