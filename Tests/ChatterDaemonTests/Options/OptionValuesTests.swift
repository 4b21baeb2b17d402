import Testing

@testable import ChatterDaemon

@Suite("Values and their precedence")
struct OptionValuesTests {
  private func environment(file: String) -> LaunchEnvironment {
    .fixture(files: ["/desk/c.conf": file])
  }

  @Test func prefersFlagsToTheEnvironmentTheFileAndTheDefault() throws {
    var environment = environment(file: "loops = 4\nlog-level = error\nidle-timeout = 4s")
    environment.variables["CHATTERD_LOOPS"] = "5"
    environment.variables["CHATTERD_LOG_LEVEL"] = "debug"
    let configuration = try serve("--config c.conf --loops 6", environment)
    #expect(configuration.loops == 6)
    #expect(configuration.log.level == .debug)
    #expect(configuration.timeouts.idle == .seconds(4))
    #expect(configuration.timeouts.head == .seconds(10))
  }

  @Test(arguments: OptionKey.allCases)
  func takesEveryOptionFromEachOfItsPlaces(key: OptionKey) throws {
    let option = OptionTable[key]
    guard option.key != .config, let verb = option.verbs.first else { return }
    let origin = { (values: OptionValues) in values.sourced(option.key)?.origin }
    let flag = try OptionValues(
      verb: verb, flags: [FlagParser.Flag(key: option.key, value: "v")], environment: .fixture())
    #expect(origin(flag) == .flag(option.flag))
    let variable = try OptionValues(
      verb: verb, flags: [], environment: .fixture([option.environmentVariable: "v"]))
    #expect(origin(variable) == .environment(variable: option.environmentVariable))
    let file = try OptionValues(
      verb: verb, flags: [FlagParser.Flag(key: .config, value: "c.conf")],
      environment: environment(file: "\(key.rawValue) = v"))
    #expect(origin(file) == .file(path: "c.conf", line: 1, key: key.rawValue))
  }

  @Test func ignoresEmptyVariablesButNotEmptyLines() throws {
    #expect(try serve("", .fixture(["CHATTERD_LOOPS": ""])).loops == 2)
    let error = failure("serve --config c.conf", environment(file: "loops ="))
    #expect(error?.description == "c.conf:1: loops: expected a number from 1 to 1024, not \"\"")
  }

  @Test func takesTheLastOfSeveralFlags() throws {
    #expect(try serve("--loops 1 --loops 3").loops == 3)
  }

  @Test func takesRepeatedValuesFromOnePlaceSeparatedByCommas() throws {
    let environment = environment(file: "listen = 1\nlisten = 2, 3")
    let ports = { (options: String) in try serve(options, environment).listen.map(\.port) }
    #expect(try ports("--config c.conf") == [1, 2, 3])
    #expect(try ports("--config c.conf --listen 4 --listen=5,6") == [4, 5, 6])
    let variable = LaunchEnvironment.fixture(["CHATTERD_LISTEN": "7, 8"])
    #expect(try serve("", variable).listen.map(\.port) == [7, 8])
    #expect(failure("serve --listen 1,,2") != nil)
    #expect(failure("serve --listen ,") != nil)
  }

  @Test func readsTheFileNamedByTheEnvironmentWithLinesForOtherVerbs() throws {
    let environment = LaunchEnvironment.fixture(
      ["CHATTERD_CONFIG": "/etc/c.conf"],
      files: ["/etc/c.conf": "listen = a:b\ncert-name = a.example\nlog-level = debug"])
    guard case .migrateUp(let options) = try parse("migrate up", environment) else {
      Issue.record("not migrate")
      return
    }
    #expect(options.log.level == .debug)
    #expect(failure("serve", environment)?.exitCode == .configuration)
  }

  @Test(
    arguments: [
      ("lisen = 1", "c.conf:1: unknown key lisen: did you mean listen?"),
      ("\nconfig = x", "c.conf:2: unknown key config"),
      ("loops = 1\nloops = 2", "c.conf:2: loops is already set on line 1"),
      ("loops", "c.conf:1: expected key = value"),
      ("#\nloops = many", "c.conf:2: loops: expected a number from 1 to 1024, not \"many\""),
      ("name = a.example", "c.conf:1: unknown key name"),
    ])
  func namesTheLineOfAnErrorInAFile(text: String, description: String) {
    let error = failure("serve --config c.conf", environment(file: text))
    #expect(error?.description.hasPrefix(description) == true, "\(error?.description ?? "none")")
    #expect(error?.exitCode == .configuration)
  }

  @Test func reportsAMissingFile() {
    let error = failure("serve --config nowhere.conf")
    #expect(error?.description == "nowhere.conf: no such file or directory")
    #expect(error?.exitCode == .configuration)
  }

  @Test func warnsAboutVariablesThatResembleItsOwn() throws {
    let environment = [
      "CHATTERD_LISTN": "1", "CHATTERD_PORT_8443_TCP": "tcp://10.0.0.1:8443",
      "CHATTERD_LOOPS": "3", "LISTN": "x",
    ]
    let configuration = try serve("", .fixture(environment))
    #expect(
      configuration.warnings == [
        "unknown environment variable CHATTERD_LISTN: did you mean CHATTERD_LISTEN?"
      ])
    #expect(configuration.loops == 3)
  }
}
