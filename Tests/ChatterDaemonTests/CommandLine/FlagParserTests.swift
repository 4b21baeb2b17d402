import Testing

@testable import ChatterDaemon

@Suite("Flags, values and other arguments")
struct FlagParserTests {
  private func flags(_ arguments: [String]) throws -> [FlagParser.Flag] {
    try FlagParser.parse(arguments, of: .serve).flags
  }

  @Test func acceptsAValueAfterItsFlagOrItsEqualsSign() throws {
    let expected = [FlagParser.Flag(key: .listen, value: "8443")]
    #expect(try flags(["--listen", "8443"]) == expected)
    #expect(try flags(["--listen=8443"]) == expected)
  }

  @Test func splitsAtTheFirstEqualsSignOnly() throws {
    #expect(try flags(["--database=host=a port=1"])[0].value == "host=a port=1")
    #expect(try flags(["--database="])[0].value == "")
    #expect(try flags(["--database=--x"])[0].value == "--x")
  }

  @Test func keepsTheOrderOfRepeatedFlags() throws {
    let parsed = try flags(["--listen", "1", "--loops", "2", "--listen", "3"])
    #expect(parsed.map(\.value) == ["1", "2", "3"])
  }

  @Test func acceptsATogglesValueOnlyAfterAnEqualsSign() throws {
    let result = try FlagParser.parse(["--force", "on"], of: .cert)
    #expect(result.flags == [FlagParser.Flag(key: .certForce, value: "on")])
    #expect(result.positionals == ["on"])
    #expect(try FlagParser.parse(["--force=off"], of: .cert).flags[0].value == "off")
  }

  @Test func treatsEverythingAfterTwoDashesAsArguments() throws {
    let result = try FlagParser.parse(["-", "up", "--", "--listen"], of: .migrate)
    #expect(result.positionals == ["-", "up", "--listen"])
    #expect(result.flags.isEmpty)
  }

  @Test func reportsAMissingValueAtTheEndAndBeforeAFlag() {
    for arguments in [["--config"], ["--config", "--loops=2"]] {
      #expect(throws: CommandError.missingValue(flag: "--config", expected: "a path")) {
        try FlagParser.parse(arguments, of: .serve)
      }
    }
  }
}
