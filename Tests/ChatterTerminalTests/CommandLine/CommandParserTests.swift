import Arguments
import ChatterAudio
import ChatterClient
import System
import Testing

@testable import ChatterTerminal

struct CommandParserTests {
  private static let url = "https://chat.example.org"
  private static let pin = String(repeating: "0f", count: 32)

  private func parse(
    _ words: [String], _ environment: [String: String] = [:], settings: Settings = Settings(),
    isTerminal: Bool = true
  ) throws(CommandError) -> Command {
    let parser = CommandParser(environment: .fixture(environment, isTerminal: isTerminal)) {
      settings
    }
    return try parser.parse(words)
  }

  private func place(
    _ words: [String], _ environment: [String: String] = [:], _ settings: Settings = Settings()
  ) throws(CommandError) -> ServerPlace? {
    guard case .list(let options) = try parse(["list"] + words, environment, settings: settings)
    else { return nil }
    return options.place
  }

  @Test func prefersServerOfFlagThenVariableThenSettings() throws {
    let settings = Settings(server: ServerPlace(url: "https://kept", trust: .file("/kept.pem")))
    #expect(try place([], [:], settings) == settings.server)
    #expect(
      try place([], ["CHATTER_SERVER": "https://env"], settings) == ServerPlace(url: "https://env"))
    #expect(
      try place(["--server", "https://flag/"], ["CHATTER_SERVER": "https://env"], settings)
        == ServerPlace(url: "https://flag"))
    #expect(throws: CommandError.noServer) { try place([]) }
  }

  @Test func appliesTrustOnlyToItsOwnServer() throws {
    let settings = Settings(server: ServerPlace(url: "https://kept", trust: .file("/kept.pem")))
    #expect(try place(["--trust", "new.pem"], [:], settings)?.trust == .file("/desk/new.pem"))
    #expect(try place(["--server", "https://other"], [:], settings)?.trust == .system)
    #expect(try place(["--server", "https://kept"], [:], settings)?.trust == .file("/kept.pem"))
    let both = ["CHATTER_SERVER": "https://env", "CHATTER_TRUST": "/env.pem"]
    #expect(try place([], both, settings)?.trust == .file("/env.pem"))
    #expect(try place(["--server", "https://flag"], both, settings)?.trust == .system)
    #expect(try place(["--server", "https://env"], both, settings)?.trust == .file("/env.pem"))
    // A trust variable without a server variable applies to any server.
    let alone = ["CHATTER_TRUST": "/env.pem"]
    #expect(try place(["--server", "https://flag"], alone, settings)?.trust == .file("/env.pem"))
    #expect(try place([], alone, settings)?.trust == .file("/env.pem"))
    #expect(try place(["--trust", "system"], alone, settings)?.trust == .system)
    #expect(try place(["--trust", "./system"], [:], settings)?.trust == .file("/desk/./system"))
    #expect(try place(["--pin", Self.pin], both)?.trust == .pinnedKey(Self.pin))
  }

  @Test func queuesExistingClipsOnRequest() throws {
    for (words, all, new) in [
      ([], false, false), (["--all"], true, false), (["--new"], false, true),
    ] {
      guard case .queue(let options) = try parse(["queue", "--server", Self.url] + words) else {
        return #expect(Bool(false))
      }
      #expect(options.all == all && options.new == new)
    }
    #expect(throws: CommandError.contradiction(.flag("--all"), .flag("--new"))) {
      try parse(["queue", "--all", "--new", "--server", Self.url])
    }
  }

  @Test func parsesTextNameAndClipOfPost() throws {
    let base = ["post", "hello", "--server", Self.url]
    guard case .post(let plain) = try parse(base) else { return #expect(Bool(false)) }
    #expect(plain.text == "hello" && plain.username == "ann" && plain.audio == .none)
    guard
      case .post(let recorded) = try parse(
        base + ["--record", "--for", "5s", "--source", "tone:440", "--sample-rate", "48000"])
    else { return #expect(Bool(false)) }
    #expect(recorded.audio == .recording(time: .seconds(5)))
    #expect(recorded.sound.source == AudioSource("tone:440"))
    #expect(recorded.sound.sampleRate == 48_000)
    #expect(throws: CommandError.contradiction(.flag("--audio"), .flag("--record"))) {
      try parse(base + ["--audio", "a.m4a", "--record"])
    }
    #expect(throws: CommandError.missingPartner(of: .flag("--for"), "--record")) {
      try parse(base + ["--for", "5s"])
    }
  }

  @Test func rejectsRecordingsThatNothingCouldEnd() throws {
    let place = ["--server", Self.url]
    for words in [["record", "x.m4a"], ["post", "x", "--record"] + place] {
      #expect(throws: CommandError.noInputForEnter) { try parse(words, isTerminal: false) }
      _ = try parse(words + ["--for", "1s"], isTerminal: false)
      _ = try parse(words)
    }
    let fromInput = ["post", "-", "--record"] + place
    let error = #expect(throws: CommandError.self) { try parse(fromInput) }
    #expect(error?.description == "- with --record requires --for DURATION")
    _ = try parse(fromInput + ["--for", "1s"])
  }

  @Test func acceptsKeyOfPostAndForceOfRecord() throws {
    guard case .post(let options) = try parse(["post", "x", "--key", "k-1", "--server", Self.url])
    else { return #expect(Bool(false)) }
    #expect(options.key == "k-1")
    for key in ["", "a b", "ä", "a;b", String(repeating: "k", count: 256)] {
      #expect(throws: CommandError.self) {
        try parse(["post", "x", "--key", key, "--server", Self.url])
      }
    }
    guard case .record(let record) = try parse(["record", "x", "--force", "--transcript"]) else {
      return #expect(Bool(false))
    }
    #expect(record.overwrites && record.transcribes)
  }

  @Test func prefersUsernameOfFlagThenVariableThenSettings() throws {
    let settings = Settings(server: ServerPlace(url: Self.url), username: "kept")
    let cases: [([String], [String: String], String)] = [
      ([], [:], "kept"), ([], ["CHATTER_USERNAME": "env"], "env"),
      (["--username", "flag"], ["CHATTER_USERNAME": "env"], "flag"),
    ]
    for (words, environment, name) in cases {
      let command = try parse(["post", "x"] + words, environment, settings: settings)
      guard case .post(let options) = command else { return #expect(Bool(false)) }
      #expect(options.username == name)
    }
    for name in ["", " ", "a\u{1B}b", String(repeating: "a", count: 256)] {
      #expect(throws: CommandError.self) {
        try parse(["post", "x", "--username", name], settings: settings)
      }
    }
  }

  @Test func distinguishesLatestIDAndFileOfPlay() throws {
    let id = "01a1fed0-3e73-76e9-bef7-7f46662d5868"
    let cases: [(String, PlayOptions.Clip)] = [
      ("latest", .stored(.latest)), (id, .stored(.id(id))), ("a.m4a", .file("a.m4a")),
      ("./latest", .file("./latest")),
    ]
    for (word, clip) in cases {
      guard case .play(let options) = try parse(["play", word, "--server", Self.url]) else {
        return #expect(Bool(false))
      }
      #expect(options.clip == clip)
    }
    guard case .play(let file) = try parse(["play", "a.m4a", "--rate", "1.5"]) else {
      return #expect(Bool(false))
    }
    #expect(file.place == nil && file.rate == 1.5)
  }

  @Test(
    arguments: [
      ["list", "--every", "0s"], ["list", "--every", "soon"], ["play", "x", "--rate", "4"],
      ["play", "x", "--rate", "-1"], ["record", "x", "--sample-rate", "96000"],
      ["record", "x", "--sample-rate", "10000"],
      ["record", "x", "--source", "tone:"], ["play", "x", "--sink", "quiet"],
      ["list", "--color", "blue"], ["list", "--server", "a b"],
      ["list", "--pin", "abc"], ["completion", "tcsh"], ["server", "https://"],
    ])
  func rejectsInvalidValuesAndNamesTheExpectedForm(words: [String]) {
    let error = #expect(throws: CommandError.self) { try parse(words) }
    #expect(error?.isUsage == true)
    #expect(error?.description.contains("expected") == true)
  }

  @Test func acceptsServersWithoutHTTPSWhereverOneIsGiven() throws {
    let expected = ServerPlace(url: "https://localhost:8443")
    #expect(try place(["--server", "localhost:8443"]) == expected)
    #expect(try place([], ["CHATTER_SERVER": "localhost:8443"]) == expected)
    guard case .server(let options) = try parse(["server", "localhost:8443"]) else {
      return #expect(Bool(false))
    }
    #expect(options.url == "https://localhost:8443")
  }

  @Test func parsesTheClipAndTheFileOfSave() throws {
    let id = "01a1fed0-3e73-76e9-bef7-7f46662d5868"
    for (words, clip, path, overwrites) in [
      (["latest", "a.m4a"], .latest, "/desk/a.m4a", false), ([id, "-"], .id(id), "-", false),
      (["latest", "/a", "--force"], .latest, "/a", true),
    ] as [([String], StoredClip, String, Bool)] {
      let command = try parse(["save", "--server", Self.url] + words)
      let place = ServerPlace(url: Self.url)
      let expected = SaveOptions(clip: clip, path: path, overwrites: overwrites, place: place)
      #expect(command == .save(expected))
    }
    for words in [["x.m4a", "latest"], ["latst", "a"]] {
      let error = #expect(throws: CommandError.self) { try parse(["save"] + words) }
      #expect(error?.description.hasPrefix("save: expected latest, or an id") == true)
    }
    #expect(throws: CommandError("save needs FILE")) { try parse(["save", "latest"]) }
  }

  @Test func explainsWhyAServerIsRefused() {
    for (words, variables, origin) in [
      (["list", "--server", "http://example.org"], [:], OptionOrigin.flag("--server")),
      (["server", "http://example.org"], [:], .flag("server")),
      (
        ["list"], ["CHATTER_SERVER": "http://example.org"],
        .environment(variable: "CHATTER_SERVER")
      ),
    ] as [([String], [String: String], OptionOrigin)] {
      let error = CommandError("\(origin): \(ServerURLError.notEncrypted)", isUsage: origin.isFlag)
      #expect(throws: error) { try parse(words, variables) }
    }
    #expect(throws: CommandError("server: \(ServerURLError.otherScheme("ftp"))")) {
      try parse(["server", "ftp://x"])
    }
    let link = SourcedValue(text: "https://x/#token=secret", origin: .flag("server"))
    let error = CommandError.invitationLink(link)
    #expect(throws: error) { try parse(["server", link.text]) }
    #expect(error.description.contains("run chatter server https://x/, then chatter sign-in"))
    #expect(!error.description.contains("secret"))
  }

  @Test func requiresTerminalForFrontEndUnlessPlain() throws {
    let environment = ["CHATTER_SERVER": Self.url]
    #expect(throws: CommandError.noTerminal) { try parse([], environment, isTerminal: false) }
    let plain = try parse(["--plain"], environment, isTerminal: false)
    guard case .frontEnd(let options) = plain else { return #expect(Bool(false)) }
    #expect(options.isPlain && options.pollInterval == .seconds(3))
    let dumb = try parse([], environment.merging(["TERM": "dumb"]) { $1 })
    guard case .frontEnd(let lines) = dumb else { return #expect(Bool(false)) }
    #expect(lines.isPlain)
  }

  @Test func takesTenOrFifteenSecondsToSkip() throws {
    for (words, skip) in [([], .ten), (["--skip", "10"], .ten), (["--skip", "15"], .fifteen)]
      as [([String], SkipInterval)]
    {
      guard case .frontEnd(let options) = try parse(["--server", Self.url] + words) else {
        return #expect(Bool(false))
      }
      #expect(options.skip == skip)
    }
    #expect(throws: CommandError.self) { try parse(["--server", Self.url, "--skip", "12"]) }
    #expect(throws: CommandError.self) { try parse(["play", "x", "--skip", "10"]) }
  }

  @Test func readsSettingsOnlyForVerbsThatNeedThem() throws {
    let error = CommandError("/x:3: expected key = value", isUsage: false)
    let parser = CommandParser(environment: .fixture()) { () throws(CommandError) in throw error }
    for words in [["help"], ["help", "post"], ["help", "manual"], ["--version"]] {
      guard case .print = try parser.parse(words) else { return #expect(Bool(false)) }
    }
    #expect(throws: error) { try parser.parse(["list"]) }
    let words = ["list", "--server", Self.url, "--trust", "c.pem"]
    guard case .list(let options) = try parser.parse(words) else { return #expect(Bool(false)) }
    #expect(options.place == ServerPlace(url: Self.url, trust: .file("/desk/c.pem")))
  }

  @Test func parsesHowAServerIsConfirmed() throws {
    let digits = Array(repeating: "AB", count: 32).joined(separator: ":")
    guard case .server(let given) = try parse(["server", "h", "--fingerprint", digits]),
      case .server(let forced) = try parse(["server", "h", "--force"])
    else { return #expect(Bool(false)) }
    #expect(given.fingerprint == Array(repeating: 0xAB, count: 32) && !given.skipsCheck)
    #expect(forced.fingerprint == nil && forced.skipsCheck)
    for words in [["--trust", "c.pem"], ["--pin", Self.pin], ["--force"]] {
      #expect(throws: CommandError.contradiction(.flag("--fingerprint"), .flag(words[0]))) {
        try parse(["server", "h", "--fingerprint", digits] + words)
      }
    }
    #expect(throws: CommandError.self) { try parse(["server", "h", "--fingerprint", "AB"]) }
  }

  @Test func parsesServerToSaveWithAbsoluteTrustPath() throws {
    guard case .server(let options) = try parse(["server", "https://h:8443/", "--trust", "c.pem"])
    else { return #expect(Bool(false)) }
    #expect(options.url == "https://h:8443" && options.trust == .file("/desk/c.pem"))
    for (words, change) in [
      (["server"], nil), (["server", "--username", "ann"], "ann"),
      (["server", "--username="], ""), (["server", "--username", ""], ""),
    ] as [([String], String?)] {
      guard
        case .server(let options) = try parse(
          words, ["CHATTER_USERNAME": "env", "CHATTER_TRUST": "/env.pem"])
      else { return #expect(Bool(false)) }
      #expect(options.username == change && options.trust == nil)
    }
    #expect(throws: CommandError.contradiction(.flag("--trust"), .flag("--pin"))) {
      try parse(["server", "--trust", "c.pem", "--pin", Self.pin])
    }
  }
}
