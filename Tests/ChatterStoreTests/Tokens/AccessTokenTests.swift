import Testing

@testable import ChatterStore

struct AccessTokenTests {
  @Test func areRandomAndHaveTheirPrefix() {
    let tokens = (0..<1000).map { _ in AccessToken().text }
    #expect(Set(tokens).count == tokens.count)
    for token in tokens {
      #expect(token.wholeMatch(of: /chatter_[0-9A-Za-z_-]{43}/) != nil, "\(token)")
    }
    // Each of the 64 characters appears, so that no bits are lost.
    #expect(Set(tokens.joined()).count == 64)
  }

  @Test func areReadAsTheyArePrinted() {
    let token = AccessToken()
    #expect(AccessToken(token.text) == token)
    #expect(token.sha256?.count == 32)
  }

  @Test func rejectsEveryPrefixAndOtherForms() {
    let text = AccessToken().text
    for count in 0..<text.count { #expect(AccessToken(String(text.prefix(count))) == nil) }
    for other in [text + "A", String(text.dropFirst()), text.uppercased(), "a.b.c"] {
      #expect(AccessToken(other) == nil, "\(other)")
    }
  }

  /// printf chatter_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA | sha256sum
  @Test func haveTheDigestOfTheirText() throws {
    let token = try #require(AccessToken("chatter_" + String(repeating: "A", count: 43)))
    #expect(
      StoredChatt.hex(try #require(token.sha256))
        == "7008c79c52841b29632040bcf1d80a17bd42b28667f6a2e058dc5e0ceb4edd4c")
  }
}
