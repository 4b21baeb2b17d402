import Testing

@testable import ChatterClient

struct AccessTokenTests {
  @Test(arguments: ["", "a b", "a\r\nX: y", "é", "a\u{7F}", "a\t"])
  func acceptsOnlyWhatCanBeAFieldValue(text: String) {
    #expect(AccessToken(text) == nil)
    #expect(AccessToken("abc~+/.=-_")?.text == "abc~+/.=-_")
  }

  @Test func hasAMaximumLength() {
    let longest = String(repeating: "a", count: AccessToken.bytesMax)
    #expect(AccessToken(longest) != nil && AccessToken(longest + "a") == nil)
  }

  @Test func isNotInDescriptions() throws {
    var server = try Server(url: "https://chatter.test")
    server.token = AccessToken("s3cret", username: "ann")
    for text in ["\(server)", String(reflecting: server)] {
      #expect(!text.contains("s3cret") && text.contains("(access token)"))
    }
    let token = try #require(server.token)
    #expect(Mirror(reflecting: token).children.isEmpty)
  }
}
