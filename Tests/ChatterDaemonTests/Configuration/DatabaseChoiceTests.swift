import Testing

@testable import ChatterDaemon

@Suite("Which database")
struct DatabaseChoiceTests {
  private func choice(
    _ options: String = "", _ variables: [String: String] = [:], file: String = ""
  ) throws -> DatabaseChoice {
    let environment = LaunchEnvironment.fixture(variables, files: ["/desk/c.conf": file])
    return try serve("--config c.conf " + options, environment).database.choice
  }

  @Test("the option goes before DATABASE_URL, that before the file, that before PG*, then our own")
  func precedence() throws {
    let all = ["CHATTERD_DATABASE": "own=1", "DATABASE_URL": "shared=1", "PGHOST": "db"]
    #expect(
      try choice("--database flag=1", all, file: "database = file=1").connectionString == "flag=1")
    #expect(try choice("", all, file: "database = file=1").connectionString == "own=1")
    let shared = ["DATABASE_URL": "shared=1", "PGHOST": "db"]
    #expect(try choice("", shared, file: "database = file=1").connectionString == "shared=1")
    #expect(
      try choice("", ["PGHOST": "db"], file: "database = file=1").connectionString == "file=1")
    #expect(try choice("", ["PGHOST": "db"]) == .libpqEnvironment(variable: "PGHOST"))
    #expect(
      try choice() == .privateCluster(dataDirectory: "/home/me/.local/share/chatterd"))
  }

  @Test(
    "each variable that says where chooses libpq's environment",
    arguments: DatabaseChoice.choosingVariables)
  func libpq(variable: String) throws {
    let found = try choice("", [variable: "x"])
    #expect(found == .libpqEnvironment(variable: variable))
    #expect(found.connectionString == "")
  }

  @Test("variables that say only how, and empty ones, choose nothing")
  func others() throws {
    let variables = ["PGPASSWORD": "x", "PGSSLMODE": "require", "PGHOST": "", "DATABASE_URL": ""]
    #expect(try choice("", variables).connectionString == nil)
  }

  @Test("private asks for our own cluster, whatever the environment says")
  func explicitlyPrivate() throws {
    let variables = ["DATABASE_URL": "host=db", "PGHOST": "db"]
    let found = try choice("--database private --data-dir /d", variables)
    #expect(found == .privateCluster(dataDirectory: "/d"))
  }

  @Test("its own cluster needs a place, another database does not")
  func homeless() throws {
    let homeless = LaunchEnvironment.fixture(home: nil)
    #expect(failure("migrate up", homeless) == .homeUnknown)
    guard case .migrateUp(let options) = try parse("migrate up --database host=db", homeless) else {
      Issue.record("not migrate")
      return
    }
    #expect(options.database.choice.connectionString == "host=db")
    #expect(failure("serve --database host=db", homeless) == .homeUnknown)
    let named = try serve("--database host=db --certificate /c --private-key /k", homeless)
    #expect(named.dataDirectory == nil)
  }

  @Test(
    "what libpq would not take is refused",
    arguments: ["chatterd", "db.example:5432", "Private", "mysql://db"])
  func wrong(text: String) {
    #expect(failure("serve --database \(text)")?.exitCode == .usage)
  }

  @Test("its description names the place of the name and no password")
  func description() throws {
    let url = "postgresql://me:secret@db/chatter"
    #expect(try choice("--database \(url)").description == "named by --database")
    #expect(try choice("", ["DATABASE_URL": url]).description == "named by DATABASE_URL")
    #expect(try choice("", ["PGSERVICE": "secret"]).description == "named by PGSERVICE")
    #expect(try choice("--data-dir /d").description == "private cluster in /d")
  }
}
