import System
import Testing

@testable import Arguments

struct OptionValuesTests {
  private func values(
    _ line: String = "run", _ variables: [String: String] = [:], file: String? = nil
  ) throws -> OptionValues {
    var environment = LaunchEnvironment(variables: variables, currentDirectory: "/desk")
    environment.readFile = { path throws(FileError) in
      guard let file, path == "/desk/c.conf" else { throw .notFound }
      return Array(file.utf8)
    }
    return try OptionValues(try parsed(line), of: .sample(), environment)
  }

  private func failure(_ line: String, file: String? = nil) -> CommandError? {
    do {
      let values = try values(line, file: file)
      for option in [Option.loops, .size] { _ = try values.optionalInteger(option) }
      _ = try values.optionalDuration(.wait)
      _ = try values.isOn(.mode)
      return nil
    } catch {
      return error as? CommandError
    }
  }

  @Test func prefersFlagsToTheEnvironmentTheFileAndTheDefault() throws {
    let file = "loops = 4\nwait = 4s\nmode = off"
    let variables = ["SAMPLE_LOOPS": "5", "SAMPLE_WAIT": "5s"]
    let values = try values("run --config c.conf --loops 6", variables, file: file)
    #expect(try values.integer(.loops) == 6)
    #expect(try values.optionalDuration(.wait) == .seconds(5))
    #expect(try values.isOn(.mode) == false)
    #expect(try values.integer(.size) == 1024)
    #expect(
      [Option.loops, .wait, .mode, .size].map { values.sourced($0)?.origin } == [
        .flag("--loops"), .environment(variable: "SAMPLE_WAIT"),
        .file(path: "c.conf", line: 3, key: "mode"), .byDefault(flag: "--size"),
      ])
  }

  @Test func readsVariablesAndKeysOnlyOfOptionsThatHaveThem() throws {
    let variables = ["SAMPLE_FORCE": "on", "SAMPLE_PLACE": "/x", "SAMPLE_QUIET": "on"]
    #expect(try !values("save", variables).isOn(.force))
    // `save` saves only what is on its command line.
    #expect(try values("save", variables).path(.place) == nil)
    #expect(try values("save --place x", variables).path(.place) == "/desk/x")
    #expect(try values("run", variables).isOn(.quiet))
    for key in ["quiet", "config", "force"] {
      #expect(failure("run --config c.conf", file: "\(key) = on")?.isUsage == false)
    }
  }

  @Test(arguments: [("0", false), ("off", false), ("No", false), ("false", false), ("1", true)])
  func readsTogglesFromVariables(text: String, isOn: Bool) throws {
    #expect(try values("run", ["SAMPLE_QUIET": text]).isOn(.quiet) == isOn)
  }

  @Test func prefersTheOwnVariableToTheSharedOneAndIgnoresEmptyOnes() throws {
    let both = ["SAMPLE_SHARED": "own", "OTHER_KEY": "shared"]
    #expect(try values("run", both).sourced(.shared)?.text == "own")
    #expect(try values("run", ["OTHER_KEY": "shared"]).sourced(.shared)?.text == "shared")
    #expect(try values("run", ["OTHER_KEY": ""]).sourced(.shared) == nil)
    #expect(
      failure("run --config c.conf", file: "loops =")?.description
        == "c.conf:1: loops: expected a number from 1 to 9, not \"\"")
  }

  @Test func takesRepeatedValuesFromOnePlaceSeparatedByCommas() throws {
    func list(_ line: String, _ variables: [String: String] = [:]) throws -> [Int] {
      try values(line, variables, file: "listen = 1\nlisten = 2, 3").list(.listen) { Int($0) }
    }
    #expect(try list("run") == [8443])
    #expect(try list("run --config c.conf") == [1, 2, 3])
    #expect(try list("run --config c.conf --listen 4 --listen=5,6") == [4, 5, 6])
    #expect(try list("run", ["SAMPLE_LISTEN": "7, 8"]) == [7, 8])
    #expect(throws: CommandError.self) { try list("run --listen 1,,2") }
    #expect(throws: CommandError.self) { try list("run --listen ,") }
  }

  @Test func takesTheLastOfSeveralFlags() throws {
    #expect(try values("run --loops 1 --loops 3").integer(.loops) == 3)
  }

  @Test func returnsNilForOffAndForUnsetOptions() throws {
    #expect(try values().optionalDuration(.wait) == nil)
    #expect(try values().optionalInteger(.loops) == nil)
    #expect(failure("run --wait 0s")?.isUsage == true)
  }

  @Test func ignoresOptionsOfOtherVerbsInTheFile() throws {
    let file = try values("run --config c.conf", file: "loops = 3")
    #expect(file.sourced(.loops)?.text == "3")
    #expect(try values("play x", ["SAMPLE_LOOPS": "3"]).sourced(.loops) == nil)
    #expect(try values("help limits", ["SAMPLE_LOOPS": "3"]).integer(.loops) == 3)
  }

  @Test(
    arguments: [
      ("lisen = 1", "c.conf:1: unknown key lisen: did you mean listen?"),
      ("\nconfig = x", "c.conf:2: unknown key config"),
      ("loops = 1\nloops = 2", "c.conf:2: loops is already set on line 1"),
      ("loops", "c.conf:1: expected key = value"),
      ("#\nloops = many", "c.conf:2: loops: expected a number from 1 to 9, not \"many\""),
      ("shared = \u{1B}", "c.conf:1: contains a control character"),
      ("mode = no", "c.conf:1: mode: expected on|off, not \"no\""),
    ])
  func namesTheLineOfAnErrorInAFile(text: String, description: String) {
    let error = failure("run --config c.conf", file: text)
    #expect(error?.description.hasPrefix(description) == true, "\(error?.description ?? "none")")
    #expect(error?.isUsage == false)
  }

  @Test func reportsAMissingFile() {
    let error = failure("run --config nowhere.conf")
    #expect(error?.description == "nowhere.conf: no such file or directory")
    #expect(error?.isUsage == false)
  }

  @Test func warnsAboutVariablesThatResembleItsOwn() throws {
    let variables = ["SAMPLE_LISTN": "1", "SAMPLE_PORT_8443_TCP": "tcp://10.0.0.1", "LISTN": "x"]
    #expect(
      try values("run", variables).warnings == [
        "unknown environment variable SAMPLE_LISTN: did you mean SAMPLE_LISTEN?"
      ])
  }
}
