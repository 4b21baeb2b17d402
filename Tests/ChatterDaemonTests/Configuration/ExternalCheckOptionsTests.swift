import Arguments
import ChatterServer
import Testing

@testable import ChatterDaemon

struct ExternalCheckOptionsTests {
  @Test func areOffByDefault() throws {
    let externalChecks = try serve().externalChecks
    #expect(
      externalChecks.provider == nil && externalChecks.blocklist == nil
        && externalChecks.webhook == nil)
  }

  @Test func readsAProviderWithAFileOrAURL() throws {
    let url = try serve(
      "--jwks https://id.example.org/jwks --token-issuer https://id.example.org "
        + "--token-audience chatter"
    ).externalChecks
    #expect(
      url.provider
        == ExternalCheckOptions.Provider(
          keys: .url(try #require(WebURL("https://id.example.org/jwks"))),
          claims: TokenClaims(
            issuer: "https://id.example.org", audience: "chatter", userClaim: "sub")))
    let file = try serve(
      "--jwks /etc/jwks.json --token-issuer i --token-audience a --token-claim email"
    ).externalChecks
    #expect(file.provider?.keys == .file("/etc/jwks.json"))
    #expect(file.provider?.claims.userClaim == "email")
  }

  @Test func readsTheListAndTheWebhook() throws {
    let configuration = try serve("--blocked /etc/blocked --post-webhook http://127.0.0.1:9/x")
    #expect(configuration.externalChecks.blocklist == "/etc/blocked")
    #expect(configuration.externalChecks.webhook == WebURL("http://127.0.0.1:9/x"))
    #expect(configuration.warnings.isEmpty)
  }

  @Test(
    arguments: [
      ("--jwks /k --token-issuer i", "--jwks requires --token-audience"),
      ("--jwks /k --token-audience a", "--jwks requires --token-issuer"),
      ("--token-issuer i", "--token-issuer requires --jwks"),
      ("--token-audience a", "--token-audience requires --jwks"),
      ("--jwks ftp://x/ --token-issuer i --token-audience a", "--jwks"),
      ("--post-webhook localhost:80", "--post-webhook"),
    ])
  func refusesIncompleteOptions(line: String, text: String) {
    #expect {
      try serve(line)
    } throws: { error in
      "\(error)".contains(text)
    }
  }

  @Test(
    arguments: [
      ("jwks = /k", "/c:1: jwks requires --token-issuer"),
      ("#\njwks = /k\ntoken-issuer = i", "/c:2: jwks requires --token-audience"),
      ("token-audience = a", "/c:1: token-audience requires --jwks"),
    ])
  func namesTheLineOfTheFile(file: String, text: String) {
    let error = failure("serve --config /c", .fixture(files: ["/c": file]))
    #expect(error == CommandError(text, isUsage: false))
  }

  /// For errors of the files that the options name.
  @Test func knowsWhereItsFilesAreNamed() throws {
    let file = "blocked = /b\njwks = /k\ntoken-issuer = i\ntoken-audience = a"
    let options = try serve("--config /c", .fixture(files: ["/c": file])).externalChecks
    #expect(options.blocklistOrigin == "/c:1: blocked" && options.keysOrigin == "/c:2: jwks")
    #expect(try serve("--blocked /b").externalChecks.blocklistOrigin == "--blocked")
  }

  @Test func warnsOfPlainHTTPOverTheNetwork() throws {
    let warnings = try serve(
      "--jwks http://id.example.org/ --token-issuer i --token-audience a "
        + "--post-webhook http://192.0.2.1/"
    ).warnings
    #expect(warnings.count == 2)
    #expect(warnings.allSatisfy { $0.contains("use https") })
  }
}
