import Testing

@testable import ChatterClient

struct ClientErrorTokenTests {
  typealias Problem = ClientError.TokenError

  @Test(arguments: [
    (401, "token-missing", true, Problem.missing), (401, "token-other-scheme", false, .missing),
    (401, "token-expired", true, .expired), (401, "token-unknown", true, .wrong),
    (401, "a-code-of-later-servers", true, .wrong), (403, "name-not-yours", true, .otherUser),
    (403, "chatt-not-yours", true, .otherUser), (401, nil, true, .wrong),
    (401, nil, false, .missing), (403, nil, true, nil), (403, "user-blocked", true, nil),
    (403, "token-wrong", true, nil), (200, "token-missing", true, nil), (429, nil, true, nil),
  ])
  func saysWhatIsWrongWithTheToken(
    status: Int, code: String?, hasToken: Bool, problem: Problem?
  ) {
    #expect(Problem(status: status, code: code, hasToken: hasToken) == problem)
    if let problem { #expect(problem.status == status) }
  }

  @Test func hasTheMessageOfTheServer() {
    let error = ClientError.token(.expired, "the token has expired")
    #expect(error.description(at: "h") == "the server returned 401: the token has expired")
    #expect(!error.isOutcomeUnknown && !error.isRefusal)
  }
}
