import Arguments
import System
import Testing

@testable import ChatterDaemon

struct CommandTests {
  @Test(arguments: ["version", "help", "serve --help", "help manual", "completion zsh"])
  func printsWithoutACheckOfTheConfiguration(line: String) throws {
    let printed: PrintedText = try verb(line, .fixture(["CHATTERD_LOOPS": "many"]))
    #expect(printed.text.contains("chatterd"))
  }

  @Test func parsesTheActionOfMigrateBeforeOrAfterOptions() throws {
    let up: Migrate = try verb("migrate up --database host=db")
    let status: Migrate = try verb("migrate --log-level error status")
    #expect(up.isUp && !status.isUp)
    #expect(up.verb.options.choice.connectionString == "host=db")
    #expect(!status.verb.log.isEnabled(.warning))
    #expect(
      status.verb.options.choice == .privateCluster(dataDirectory: "/home/me/.local/share/chatterd")
    )
  }

  @Test(
    arguments: [
      ("migrate", "migrate needs up|status"),
      ("migrate upp", "migrate: expected up|status, not \"upp\": did you mean up?"),
      ("--loops=0 serve", "--loops: expected a number from 1 to 1024, not \"0\""),
      (
        "serve --log-level wraning",
        "--log-level: expected debug|info|notice|warning|error, not \"wraning\": "
          + "did you mean warning?"
      ),
      (
        "serve --database secret",
        "--database: expected postgresql://..., libpq key=value pairs, or private"
      ),
    ])
  func namesTheMistakeAndTheNearestCorrection(line: String, description: String) {
    let error = failure(line)
    #expect(error?.description == description)
    #expect(error?.isUsage == true)
  }

  @Test func readsTheFileNamedByTheEnvironmentWithLinesForOtherVerbs() throws {
    let environment = LaunchEnvironment.fixture(
      ["CHATTERD_CONFIG": "/etc/c.conf"],
      files: ["/etc/c.conf": "listen = a:b\nlog-level = debug"])
    let migrate: Migrate = try verb("migrate up", environment)
    #expect(migrate.verb.log.isEnabled(.debug))
    #expect(failure("serve", environment)?.isUsage == false)
  }

  /// The words after each verb.
  private static let operands = [
    "serve": "", "cert": "", "migrate": "up", "delete": "--username ann", "backup": "/b",
    "restore": "/b", "verify": "", "export": "/e", "import": "/e", "token": "list", "doctor": "",
    "completion": "bash", "help": "limits", "version": "",
  ]

  @Test func servesOnlyIfItIsSaid() throws {
    let verbs = CommandTable.chatterd.verbs.map(\.name)
    #expect(Set(verbs) == Set(Self.operands.keys))
    for verb in verbs {
      let command = try parse("\(verb) \(Self.operands[verb] ?? "")")
      #expect(command.verb is Serve == (verb == "serve"), "\(verb)")
    }
    for line in ["", "--log-level error", "srve", "serves", "x", "cert x serve", "migrate serve"] {
      #expect(failure(line)?.isUsage == true, "\(line)")
    }
  }

  @Test func warnsAboutVariablesThatResembleItsOwn() throws {
    let configuration = try serve("", .fixture(["CHATTERD_LISTN": "1"]))
    #expect(
      configuration.warnings == [
        "unknown environment variable CHATTERD_LISTN: did you mean CHATTERD_LISTEN?"
      ])
  }
}
