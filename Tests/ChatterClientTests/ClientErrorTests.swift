import Testing

@testable import ChatterClient

@Suite("ClientError")
struct ClientErrorTests {
  private static let all: [ClientError] = [
    .network(.unknownHost("nowhere.test")), .network(.refused), .network(.timedOut),
    .network(.cutOff), .network(.other("x")), .tls(.untrusted), .tls(.expired), .tls(.notYetValid),
    .tls(.wrongHost), .tls(.otherKey), .tls(.other("x")), .status(422, "username is empty"),
    .malformedAnswer("answer is null"), .cancelled,
  ]

  @Test("each case has a sentence of its own")
  func sentences() {
    let sentences = Self.all.map(\.description)
    #expect(Set(sentences).count == sentences.count)
    #expect(sentences.allSatisfy { !$0.isEmpty && !$0.contains("(\"") })
  }

  @Test("the server's own sentence is passed on")
  func serverSentence() {
    #expect(ClientError.status(422, "username is empty").description.hasSuffix("username is empty"))
  }
}
