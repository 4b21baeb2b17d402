import Testing

@testable import ChatterDaemon

@Suite("Flags, values and other arguments")
struct FlagParserTests {
  private func flags(_ arguments: [String]) throws -> [FlagParser.Flag] {
    try FlagParser.parse(arguments, of: .serve).flags
  }

  @Test("a value follows its flag or its equals sign")
  func forms() throws {
    let expected = [FlagParser.Flag(key: .listen, value: "8443")]
    #expect(try flags(["--listen", "8443"]) == expected)
    #expect(try flags(["--listen=8443"]) == expected)
  }

  @Test("only the first equals sign parts the flag from its value, which may be empty")
  func equals() throws {
    #expect(try flags(["--database=host=a port=1"])[0].value == "host=a port=1")
    #expect(try flags(["--database="])[0].value == "")
    #expect(try flags(["--database=--x"])[0].value == "--x")
  }

  @Test("flags keep their order and may come again")
  func order() throws {
    let parsed = try flags(["--listen", "1", "--loops", "2", "--listen", "3"])
    #expect(parsed.map(\.value) == ["1", "2", "3"])
  }

  @Test("a toggle needs no value and can be given one with an equals sign")
  func toggle() throws {
    let result = try FlagParser.parse(["--force", "on"], of: .cert)
    #expect(result.flags == [FlagParser.Flag(key: .certForce, value: "on")])
    #expect(result.positionals == ["on"])
    #expect(try FlagParser.parse(["--force=off"], of: .cert).flags[0].value == "off")
  }

  @Test("after two dashes everything is an argument, and one dash is one too")
  func positionals() throws {
    let result = try FlagParser.parse(["-", "up", "--", "--listen"], of: .migrate)
    #expect(result.positionals == ["-", "up", "--listen"])
    #expect(result.flags.isEmpty)
  }

  @Test("a missing value is said whether the line ends or another flag follows")
  func missing() {
    for arguments in [["--config"], ["--config", "--loops=2"]] {
      #expect(throws: CommandError.missingValue(flag: "--config", expected: "a path")) {
        try FlagParser.parse(arguments, of: .serve)
      }
    }
  }
}
