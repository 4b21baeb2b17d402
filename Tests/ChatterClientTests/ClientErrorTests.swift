import Testing

@testable import ChatterClient

struct ClientErrorTests {
  private static let all: [ClientError] = [
    .network(.unknownHost("nowhere.test")), .network(.refused), .network(.timedOut),
    .network(.cutOff), .network(.noConnection), .network(.other("x")), .tls(.untrusted),
    .tls(.expired), .tls(.notYetValid),
    .tls(.wrongHost), .tls(.otherKey), .tls(.other("x")), .status(422, "username is empty"),
    .token(.missing, "x"), .token(.otherUser, "x"),
    .malformedResponse("body is null"), .tooLarge(bytesMax: 1 << 20), .cancelled,
  ]

  @Test func describesEachCaseDifferently() {
    let descriptions = Self.all.map(\.description)
    #expect(Set(descriptions).count == descriptions.count)
    #expect(descriptions.allSatisfy { !$0.isEmpty && !$0.contains("(\"") })
  }

  @Test func namesTheServerThatDidNotRespond() {
    #expect(
      ClientError.network(.refused).description(at: "localhost:1")
        == "localhost:1: connection refused: check that the server is running and the port is right"
    )
    for error in [ClientError.network(.timedOut), .tls(.untrusted), .malformedResponse("x")] {
      #expect(error.description(at: "h:1") == "h:1: \(error)")
      #expect(error.postDescription(at: "h:1") == "h:1: \(error.postDescription)")
    }
    // The host is in the text, or the server itself has responded.
    for error in [ClientError.network(.unknownHost("h")), .status(500, "x"), .cancelled] {
      #expect(error.description(at: "h:1") == error.description)
    }
  }

  /// The request was sent, and no response states the outcome.
  @Test func statesWhenAPostMayHaveBeenStored() {
    let unknown: [ClientError] = [
      .network(.timedOut), .network(.cutOff), .malformedResponse("x"), .cancelled,
      .tooLarge(bytesMax: 1),
      .status(500, "x"), .status(502, "x"), .status(504, "x"),
    ]
    let known: [ClientError] = [
      .network(.refused), .network(.unknownHost("a")), .network(.other("x")), .tls(.expired),
      .network(.noConnection),
      .status(422, "x"), .status(429, "x"), .status(503, "x"), .status(507, "x"),
      .status(301, "x"),
    ]
    for error in unknown {
      #expect(error.isOutcomeUnknown && error.postDescription.contains("may have been stored"))
      #expect(!error.postDescription.contains("try again"))
    }
    for error in known {
      #expect(!error.isOutcomeUnknown && error.postDescription == error.description)
    }
  }
}
