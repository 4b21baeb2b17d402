import Testing

@testable import ChatterTerminal

@Suite struct ParsedLineTests {
  @Test func splitsWordsIntoVerbArgumentsAndOptions() throws {
    let line = try ParsedLine(["post", "--audio", "a.m4a", "hello", "--username=bob"])
    #expect(line.verb == .post)
    #expect(line.arguments == ["hello"])
    #expect(line.values == [.audio: "a.m4a", .username: "bob"])
  }

  @Test func selectsFrontEndWithoutVerb() throws {
    #expect(try ParsedLine([]).verb == .frontEnd)
    #expect(try ParsedLine(["--plain"]).values == [.plain: "on"])
    #expect(try ParsedLine(["--version"]).verb == .version)
  }

  @Test(
    arguments: [
      ["--server", "list", "list", "--json"], ["--json", "--server=list", "list"],
      ["--server", "list", "--json", "list"],
    ])
  func acceptsOptionsBeforeTheVerb(words: [String]) throws {
    let line = try ParsedLine(words)
    #expect(line.verb == .list && line.arguments.isEmpty)
    #expect(line.values == [.server: "list", .json: "on"])
    #expect(try ParsedLine(["--help", "post"]).verb == .post)
    #expect(try ParsedLine(["--username", "ann", "post", "-"]).arguments == ["-"])
  }

  @Test func endsOptionsAtTwoDashesAndTakesOneDashAsArgument() throws {
    #expect(try ParsedLine(["post", "--", "--audio"]).arguments == ["--audio"])
    #expect(try ParsedLine(["post", "-"]).arguments == ["-"])
    #expect(try ParsedLine(["post", "--", "- buy milk"]).arguments == ["- buy milk"])
  }

  @Test func usesTheLastValueAndKeepsEqualsSignsInValues() throws {
    #expect(try ParsedLine(["list", "--every", "1s", "--every=2s"]).values == [.every: "2s"])
    #expect(try ParsedLine(["play", "x", "--sink=file:a=b"]).values == [.sink: "file:a=b"])
  }

  @Test func skipsArgumentChecksWhenHelpIsRequested() throws {
    #expect(try ParsedLine(["post", "--help"]).wantsHelp)
    #expect(try ParsedLine(["-h"]).wantsHelp)
  }

  @Test(
    arguments: [
      (["lst"], CommandError.unknownVerb("lst", nearest: "list")),
      (["list", "--jsno"], .unknownOption("--jsno", nearest: "--json")),
      (["--plain", "list"], .optionOfOtherVerb(flag: "--plain", .list, others: [.frontEnd])),
      (["--plain", "lst"], .unknownVerb("lst", nearest: "list")),
      (["--jsno", "list"], .unknownOption("--jsno", nearest: "--json")),
      (["--servr", "https://h", "list"], .unknownOption("--servr", nearest: "--server")),
      (["--follow"], .optionOfOtherVerb(flag: "--follow", .frontEnd, others: [.list])),
      (["--server"], .missingValue(flag: "--server", expected: ValueSyntax.url.expectation)),
      (
        ["--server", "--json", "list"],
        .missingValue(flag: "--server", expected: ValueSyntax.url.expectation)
      ),
      (["--", "list"], .unexpectedArgument("list", .frontEnd)),
      (["--plain", "--version"], .unknownOption("--version", nearest: nil)),
      (["list", "-x"], .unknownOption("-x", nearest: nil)),
      (["list", "--json=on"], .unexpectedValue(flag: "--json")),
      (
        ["list", "--rate", "2"], .optionOfOtherVerb(flag: "--rate", .list, others: [.play, .queue])
      ),
      (["post"], .missingArgument(.post)),
      (["list", "more"], .unexpectedArgument("more", .list)),
      (["post", "a", "b"], .unexpectedArgument("b", .post)),
      (
        ["post", "x", "--audio"],
        .missingValue(flag: "--audio", expected: ValueSyntax.path.expectation)
      ),
    ])
  func rejectsInvalidLinesWithTheReason(words: [String], error: CommandError) {
    #expect(throws: error) { try ParsedLine(words) }
  }
}
