import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct ChatterServiceV1PostsTests {
  /// A database from which the server reads nothing but, unless it fails, the secret.
  private struct Unreadable: ChattSource {
    let hasSecret: Bool

    func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? {
      throw ReadError.unavailable(retryAfter: .seconds(1))
    }

    func deleteSecret() async throws -> [UInt8] {
      guard hasSecret else { throw ReadError.unavailable(retryAfter: .seconds(1)) }
      return Array(repeating: 1, count: 32)
    }
  }

  private static let form = """
    --b\r\nContent-Disposition: form-data; name="username"\r\n\r\nann\r\n\
    --b\r\nContent-Disposition: form-data; name="message"\r\n\r\nhi\r\n--b--\r\n
    """

  /// Posts a text as JSON or as a form.
  private func post(
    to test: TestService, isForm: Bool, key: String? = nil
  ) async throws -> Response {
    let body = isForm ? Self.form : #"{"username":"ann","message":"hi"}"#
    let type = isForm ? "multipart/form-data; boundary=b" : "application/json"
    var fields: HeaderFields = [.contentType: try FieldValue(type)]
    if let key { fields.set("Idempotency-Key", try FieldValue(key)) }
    return try await test.send(
      .post, "/v1/chatts", fields: fields, body: BufferedBody(Array(body.utf8)))
  }

  @Test(arguments: [true, false], [nil, "a-key-of-more-than-16-bytes"])
  func respondsWithWhatWasInserted(isForm: Bool, key: String?) async throws {
    let test = TestService(chatts: Unreadable(hasSecret: true))
    for _ in 0..<(key == nil ? 1 : 2) {
      let response = try await post(to: test, isForm: isForm, key: key)
      #expect(response.status == .created)
      let id = try #require(try await test.timeline.chatts().first?.id)
      #expect(response.fields[.location] == "/v1/chatts/\(id)")
      let text = try await response.text()
      let shown =
        #"{"id":"\#(id)","username":"ann","message":"hi","createdAt":"\#(TestService.timestamp)","#
      #expect(text.hasPrefix(shown + #""audio":null,"deleteToken":""#), "\(text)")
    }
    #expect(try await test.timeline.chatts().count == 1)
  }

  @Test(arguments: [true, false])
  func saysNothingWasStoredOnlyIfNothingWas(isForm: Bool) async throws {
    let test = TestService(chatts: Unreadable(hasSecret: false))
    let response = try await post(to: test, isForm: isForm)
    #expect(response.status == .serviceUnavailable)
    #expect(try await response.text().contains("nothing was stored"))
    #expect(try await test.timeline.chatts() == [])
    let read = try await test.send(.get, "/v1/chatts/01942485-5e23-7d27-9f0c-0d6a4b0e8a51")
    #expect(read.status == .serviceUnavailable)
    #expect(try await !read.text().contains("stored"))
  }

  @Test(arguments: [true, false])
  func aRepeatAfterALostResponseHasTheSameResponse(isForm: Bool) async throws {
    let test = TestService(chatts: Unreadable(hasSecret: true))
    let first = try await post(to: test, isForm: isForm)
    try #require(first.tracking).send(over: TestOutput(.lost))
    let again = try await post(to: test, isForm: !isForm)
    #expect(again.status == .created && again.fields[.location] == first.fields[.location])
    #expect(try await again.text() == first.text())
    #expect(try await test.timeline.chatts().count == 1)
    try #require(again.tracking).send(over: TestOutput(.complete))
    try #require(first.tracking).send(over: TestOutput(.complete))
    #expect(try await post(to: test, isForm: isForm).status == .created)
    #expect(try await test.timeline.chatts().count == 2)
  }

  @Test(arguments: [true, false])
  func refusesAKeyThatCanBeGuessed(isForm: Bool) async throws {
    let test = TestService(chatts: Unreadable(hasSecret: true))
    let response = try await post(to: test, isForm: isForm, key: "fifteen-bytes-x")
    #expect(response.status == .unprocessableContent)
    #expect(try await response.text().contains(#""code":"key-too-short""#))
    #expect(try await post(to: test, isForm: isForm, key: "sixteen-bytes-xy").status == .created)
  }
}
