import Arguments
import ChatterClient
import System
import Testing

@testable import ChatterTerminal

struct CommandParserTokenTests {
  private func parse(
    _ words: [String], _ environment: [String: String] = [:], settings: Settings = Settings()
  ) throws(CommandError) -> Command {
    try CommandParser(environment: .fixture(environment)) { settings }.parse(words)
  }

  private func place(
    _ words: [String], _ environment: [String: String] = [:], _ settings: Settings = Settings()
  ) throws(CommandError) -> ServerPlace? {
    guard case .list(let options) = try parse(["list"] + words, environment, settings: settings)
    else { return nil }
    return options.place
  }

  @Test func readsTheTokenToSaveFromStandardInputOrTheCommandLine() throws {
    func token(_ words: String...) throws -> TokenSource? {
      guard case .server(let options) = try parse(["server", "https://h"] + words) else {
        return nil
      }
      return options.token
    }
    #expect(try token("--token", "-") == .input)
    #expect(try token("--token=s3cret") == AccessToken("s3cret").map(TokenSource.text))
    #expect(try token() == nil)
    for words in [["server", "h", "--token", ""], ["server", "h", "--token", "s3cret x"]] {
      let failure = #expect(throws: CommandError.self) { try parse(words) }
      #expect(failure?.isUsage == true && failure?.description.contains("s3cret") == false)
    }
    for words in [
      ["list"], ["post", "-"], ["server", "--token"], ["record", "f", "--token", "x"],
    ] {
      #expect(throws: CommandError.self) { try parse(words + ["--token", "-"]) }
    }
  }

  @Test func sendsATokenOnlyToItsOwnServer() throws {
    let saved = try #require(AccessToken("saved", username: "ann"))
    let other = try #require(AccessToken("other"))
    let settings = Settings(server: ServerPlace(url: "https://kept", token: saved))
    #expect(try place([], [:], settings)?.token == saved)
    #expect(try place(["--server", "https://kept", "--trust", "a"], [:], settings)?.token == saved)
    #expect(try place(["--server", "https://other"], [:], settings)?.token == nil)
    let alone = ["CHATTER_TOKEN": "other"]
    #expect(try place([], alone, settings)?.token == other)
    #expect(try place(["--server", "https://flag"], alone, settings)?.token == other)
    let both = ["CHATTER_TOKEN": "other", "CHATTER_SERVER": "https://env"]
    #expect(try place([], both, settings)?.token == other)
    #expect(try place(["--server", "https://flag"], both, settings)?.token == nil)
    #expect(try place(["--server", "https://kept"], both, settings)?.token == saved)
    let failure = #expect(throws: CommandError.self) {
      try place([], ["CHATTER_TOKEN": "s3cret text"], settings)
    }
    #expect(failure?.isUsage == false && failure?.description.contains("s3cret") == false)
    #expect(try place(["--token", "flag"], both, settings)?.token == AccessToken("flag"))
    #expect(
      try place(["--server", "https://flag", "--token", "flag"], both, settings)?.token
        == AccessToken("flag"))
    #expect(try parse(["sign-in"]) == .signIn && parse(["sign-out"]) == .signOut)
    #expect(throws: CommandError.self) { try parse(["sign-in", "s3cret"]) }
  }
}
