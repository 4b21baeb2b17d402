import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer

struct PostRefusalTests {
  /// Posts a body that must be refused, and returns the error message.
  func refusal(
    _ call: Call, _ body: [UInt8], status: Status,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let service = TestService()
    let response = try await service.send(.post, call.path, body: BufferedBody(body))
    #expect(response.status == status, sourceLocation: location)
    #expect(try await service.list(.getChatts) == "[]", sourceLocation: location)
    #expect(service.events.failures.isEmpty, sourceLocation: location)
    return try #require(try await response.errorMessage(), sourceLocation: location)
  }

  @Test(
    arguments: [
      ("", "body is empty: send a JSON object"), (" \n", "body is empty: send a JSON object"),
      (
        "username=a&message=b",
        "body is a form: send JSON here, or a multipart/form-data form to /v1/chatts"
      ),
      ("[]", "body is not a JSON object but an array: send a JSON object"),
      (#""text""#, "body is not a JSON object but a string: send a JSON object"),
      ("null", "body is not a JSON object but null: send a JSON object"),
      ("7", "body is not a JSON object but a number: send a JSON object"),
      (#"{"username":"a","message":"b""#, "body is not JSON: truncated at byte 29"),
      (#"{"username":"a","mess"#, "body is not JSON: truncated at byte 21"),
      (
        #"{"username":"a","message":"b"}x"#,
        "body is not JSON: unexpected data after the value at byte"
      ),
      (
        #"{"username":"a","message":"b",}"#, "body is not JSON: unexpected '}' at byte 30"
      ),
      ("{'username':'a'}", "body is not JSON: unexpected"),
    ])
  func refusesBodiesThatAreNotJSONObjects(json: String, message: String) async throws {
    for call in [Call.postChatt, .postAudio] {
      let found = try await refusal(call, Array(json.utf8), status: .badRequest)
      #expect(found.hasPrefix(message), "\(found)")
    }
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]])
  func refusesInvalidUTF8WithItsOffset(bytes: [UInt8]) async throws {
    let body = Array(#"{"username":"a","message":""#.utf8) + bytes + Array(#""}"#.utf8)
    let found = try await refusal(.postChatt, body, status: .badRequest)
    #expect(found == "body is not JSON: invalid UTF-8 at byte 27")
  }

  static let wrongFields: [(String, String)] = [
    (#"{"message":"b"}"#, "username is missing: send it as a string"),
    (#"{"username":null,"message":"b"}"#, "username is missing: send it as a string"),
    (#"{"username":"","message":"b"}"#, "username is empty: send at least one character"),
    (#"{"username":7,"message":"b"}"#, "username is a number: send a string or null"),
    (#"{"username":"a","message":{}}"#, "message is an object: send a string or null"),
    (#"{"username":"a","message":["b"]}"#, "message is an array: send a string or null"),
    (#"{"username":"a","message":true}"#, "message is true or false: send a string or null"),
    (#"{"username":"a\u0000","message":"b"}"#, "username contains NUL (\\u0000): remove it"),
    (#"{"username":"a","message":"\u0000"}"#, "message contains NUL (\\u0000): remove it"),
    (
      #"{"username":"a","message":"\ud83d"}"#,
      "message contains half a surrogate pair: send both halves or neither"
    ),
    (
      #"{"username":"\udc00","message":"b"}"#,
      "username contains half a surrogate pair: send both halves or neither"
    ),
  ]

  @Test(arguments: wrongFields)
  func refusesFieldsWithWrongValues(json: String, message: String) async throws {
    for call in [Call.postChatt, .postAudio] {
      #expect(
        try await refusal(call, Array(json.utf8), status: .unprocessableContent) == message)
    }
  }

  @Test(arguments: ["", #","message":null"#])
  func refusesPostsWithoutMessageOrAudio(message: String) async throws {
    let json = Array(#"{"username":"a"\#(message)}"#.utf8)
    #expect(
      try await refusal(.postChatt, json, status: .unprocessableContent)
        == "message is missing: send it as a string")
    #expect(
      try await refusal(.postAudio, json, status: .unprocessableContent)
        == "message and audio are both missing: send at least one of them")
  }

  @Test func refusesValuesOnePastTheLimits() async throws {
    let name = #"{"username":"\#(String(repeating: "é", count: 256))","message":"b"}"#
    #expect(
      try await refusal(.postChatt, Array(name.utf8), status: .unprocessableContent)
        == "username is too long: send at most 255 characters")
    let message = #"{"username":"a","message":"\#(String(repeating: "x", count: 65_537))"}"#
    #expect(
      try await refusal(.postChatt, Array(message.utf8), status: .unprocessableContent)
        == "message is too long: send at most 65536 bytes")
  }

  @Test(
    arguments: [
      ("AAAA%AAA", "audio is not base64: character '%' at offset 4"),
      ("AAAA AAA", "audio is not base64: character ' ' at offset 4"),
      ("AAAA-AA+", "audio is not base64: character '-' at offset 4"),
      ("AAA=AAAA", "audio is not base64: data after the padding"),
      ("AAAAA", "audio is not base64: a single character is left over at offset 4"),
      ("A===", "audio is not base64: "),
    ])
  func refusesInvalidBase64WithItsOffset(audio: String, message: String) async throws {
    let json = Array(#"{"username":"a","message":"b","audio":"\#(audio)"}"#.utf8)
    let found = try await refusal(.postAudio, json, status: .unprocessableContent)
    #expect(found.hasPrefix(message), "\(found)")
  }

  @Test(arguments: ["5", "false", "[]", "{}"])
  func refusesAudioThatIsNotAString(audio: String) async throws {
    let json = Array(#"{"username":"a","message":"b","audio":\#(audio)}"#.utf8)
    let found = try await refusal(.postAudio, json, status: .unprocessableContent)
    #expect(found.hasPrefix("audio is ") && found.hasSuffix(": send a string or null"))
  }

  @Test func refusesUnplayableAudioAndNamesItsFormat() async throws {
    let clip = try TinyClip.bytes()
    let cases: [([UInt8], String)] = [
      (Array("OggS".utf8) + Array(repeating: 0, count: 60), "Ogg"),
      (Array("not a recording at all, sorry".utf8), "this is text, not m4a"),
      (Array(clip.prefix(600)), "the recording is truncated"),
      (Array(clip.prefix(28)), "the recording is empty"),
    ]
    for (bytes, format) in cases {
      let base64 = String(decoding: Base64.encode(bytes[...]), as: UTF8.self)
      let json = Array(#"{"username":"a","audio":"\#(base64)"}"#.utf8)
      let found = try await refusal(.postAudio, json, status: .unprocessableContent)
      #expect(found.contains(format), "\(found)")
    }
  }

  @Test func refusesTooLongAnnouncedBodiesUnread() async throws {
    let service = TestService { $0.bodyBytesMax = 1000 }
    let body = CountedBody(announced: 1001)
    let response = try await service.send(.post, "/postaudio/", body: body)
    #expect(response.status == .contentTooLarge)
    #expect(
      try await response.errorMessage() == "the request body is longer than the limit of 1000 bytes"
    )
    #expect(body.readCount == 0)
  }

  @Test func limitsPostchattBodiesToTheLongestPossibleMessage() async throws {
    let service = TestService { $0.messageBytesMax = 1000 }
    let name = String(repeating: #"\ud83c\udfa7"#, count: 255)
    let message = String(repeating: #"\u0007"#, count: 1000)
    let json = Array(#"{"username":"\#(name)","message":"\#(message)"}"#.utf8)
    #expect(try await service.send(.post, "/postchatt", body: BufferedBody(json)).status == .ok)
    let body = CountedBody(announced: 12_097)
    let response = try await service.send(.post, "/postchatt/", body: body)
    #expect(response.status == .contentTooLarge)
    #expect(
      try await response.errorMessage()
        == "the request body is longer than the limit of 12096 bytes")
    #expect(body.readCount == 0)
  }

  @Test func refusesTooManyMembersOrValues() async throws {
    let members = "{" + String(repeating: #""\/":0,"#, count: 65) + #""a":0}"#
    let values = #"{"a":["# + String(repeating: "0,", count: 1024) + "0]}"
    for call in [Call.postChatt, .postAudio] {
      #expect(
        try await refusal(call, Array(members.utf8), status: .badRequest)
          == "body is over the limit of 64 members at byte 449: send only the members of the call")
      #expect(
        try await refusal(call, Array(values.utf8), status: .badRequest)
          == "body is over the limit of 1024 values at byte 2052: send only the members of the call"
      )
    }
  }

  @Test func stopsReadingABodyThatGrowsPastTheLimit() async throws {
    let service = TestService { $0.bodyBytesMax = 10_000 }
    let body = CountedBody(Array(repeating: 0x20, count: 1 << 20))
    let response = try await service.send(.post, "/postaudio/", body: body)
    #expect(response.status == .contentTooLarge)
    #expect(body.readCount == 3, "chunks of 4096 bytes")
  }

  @Test(
    arguments: [
      (.truncated, 400), (.compressedTooMuch(ratioMax: 20), 413),
      (.tooManyMembers(countMax: 9), 400), (.timedOut, 408), (.malformed(.invalidChunkSize), 400),
      (.notAvailable, 500),
    ] as [(RequestBodyError, Int)])
  func mapsErrorsOfTheBodyToStatuses(error: RequestBodyError, status: Int) async throws {
    let service = TestService()
    let response = try await service.send(
      .post, "/postchatt", body: CountedBody(failure: error))
    #expect(response.status.code == status)
    #expect(service.events.failures.count == (status == 500 ? 1 : 0))
  }

  @Test func refusesTooFrequentPostsUnreadWithRetryAfter() async throws {
    let service = TestService { $0.rateLimiter = RateLimiter(postsPerSecond: 0.05) }
    let json = Array(#"{"username":"a","message":"b"}"#.utf8)
    #expect(
      try await service.send(.post, "/postchatt", body: BufferedBody(json)).status == .ok)
    for path in ["/postchatt/", "/postaudio"] {
      let body = CountedBody(json, announced: json.count)
      let response = try await service.send(.post, path, body: body)
      #expect(response.status == .tooManyRequests)
      #expect(response.fields[.retryAfter] == "20")
      #expect(try await response.errorMessage()?.contains("too many posts") == true)
      #expect(body.readCount == 0)
    }
    let other = try await service.send(
      .post, "/postchatt", body: BufferedBody(json), from: "192.0.2.8")
    #expect(other.status == .ok)
    #expect(try await service.send(.get, "/getchatts").status == .ok, "reading is not limited")
  }

  @Test func aSearchCountsAsAPost() async throws {
    let service = TestService { $0.rateLimiter = RateLimiter(postsPerSecond: 0.05) }
    #expect(try await service.send(.get, "/v1/chatts?q=word").status == .ok)
    let response = try await service.send(.get, "/v1/chatts?q=word")
    #expect(response.status == .tooManyRequests && response.fields[.retryAfter] == "20")
    #expect(try await response.text().contains(#""code":"too-many-searches""#))
    #expect(try await service.send(.get, "/v1/chatts").status == .ok, "reading is not limited")
  }

  @Test func aDeletionCountsAsAPost() async throws {
    let service = TestService { $0.rateLimiter = RateLimiter(postsPerSecond: 0.05) }
    let path = "/v1/chatts/01942485-5e23-7d27-9f0c-0d6a4b0e8a51"
    #expect(try await service.send(.delete, path).status == .unauthorized)
    let response = try await service.send(.delete, path)
    #expect(response.status == .tooManyRequests && response.fields[.retryAfter] == "20")
    #expect(try await response.text().contains(#""code":"too-many-deletions""#))
  }
}
