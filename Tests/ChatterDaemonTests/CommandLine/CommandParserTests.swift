import Testing

@testable import ChatterDaemon

@Suite("Parsing the command line into a command")
struct CommandParserTests {
  @Test(
    arguments: [
      ("version", Command.version), ("--version", .version), ("help", .help(.program)),
      ("--help", .help(.program)), ("-h", .help(.program)), ("help serve", .help(.verb(.serve))),
      ("help help", .help(.verb(.help))), ("help --help", .help(.program)),
      ("help --markdown", .help(.markdown)), ("serve --help", .help(.verb(.serve))),
      ("serve --loops 3 -h", .help(.verb(.serve))), ("version --help", .help(.verb(.version))),
      ("migrate --help", .help(.verb(.migrate))),
    ])
  func parsesVerbsWithoutOptions(line: String, command: Command) throws {
    #expect(try parse(line) == command)
  }

  @Test func parsesTheActionOfMigrateBeforeOrAfterOptions() throws {
    guard case .migrateUp(let up) = try parse("migrate up --database host=db"),
      case .migrateStatus(let status) = try parse("migrate --log-level error status")
    else {
      Issue.record("not the expected commands")
      return
    }
    #expect(up.database.choice.connectionString == "host=db")
    #expect(status.log.level == .error)
    #expect(
      status.database.choice == .privateCluster(dataDirectory: "/home/me/.local/share/chatterd"))
  }

  @Test func parsesTheOptionsOfCertAndServe() throws {
    guard case .cert(let cert) = try parse("cert --name a.example --force") else {
      Issue.record("not cert")
      return
    }
    #expect(cert.names == ["a.example"])
    #expect(cert.overwrites)
    #expect(try serve("--loops=3").loops == 3)
  }

  @Test(
    arguments: [
      ("", "no verb given: use serve, cert, migrate, version or help (see chatterd help)"),
      ("srve", "unknown verb srve: did you mean serve?"),
      ("dance", "unknown verb dance: serve, cert, migrate, version or help"),
      ("help sevre", "unknown verb sevre: did you mean serve?"),
      ("help serve cert", "unexpected argument cert after help"),
      (
        "--listen 8443",
        "no verb given: use serve, cert, migrate, version or help (see chatterd help)"
      ),
      ("--lisen=8443", "unknown option --lisen: did you mean --listen?"),
      ("serve --lisen 8443", "unknown option --lisen: did you mean --listen?"),
      ("serve -listen 8443", "unknown option -listen: did you mean --listen?"),
      ("serve --zzzzzz", "unknown option --zzzzzz: see chatterd help"),
      ("serve 8443", "unexpected argument 8443 after serve"),
      ("version now", "unexpected argument now after version"),
      ("cert here", "unexpected argument here after cert"),
      ("migrate", "migrate needs an action: up or status"),
      ("migrate upp", "migrate has no action upp: did you mean up?"),
      ("migrate sideways", "migrate has no action sideways: up or status"),
      ("migrate up up", "unexpected argument up after migrate"),
      ("migrate up --listen 1", "--listen is an option of serve, not of migrate"),
      ("serve --force", "--force is an option of cert, not of serve"),
      ("version --loops 2", "--loops is an option of serve, not of version"),
      ("serve --loops", "--loops needs a value: a number from 1 to 1024"),
      ("serve --loops --listen 1", "--loops needs a value: a number from 1 to 1024"),
      ("serve --loops=0", "--loops: expected a number from 1 to 1024, not \"0\""),
      ("serve --loops=", "--loops: expected a number from 1 to 1024, not \"\""),
      (
        "serve --log-level wraning",
        "--log-level: expected debug|info|notice|warning|error, not \"wraning\": "
          + "did you mean warning?"
      ),
    ])
  func namesTheMistakeAndTheNearestCorrection(line: String, description: String) {
    let error = failure(line)
    #expect(error?.description == description)
    #expect(error?.exitCode == .usage)
  }
}
