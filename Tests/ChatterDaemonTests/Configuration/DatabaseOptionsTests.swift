import Arguments
import System
import Testing

@testable import ChatterDaemon

struct DatabaseChoiceTests {
  private func choice(
    _ options: String = "", _ variables: [String: String] = [:], file: String = ""
  ) throws -> DatabaseChoice {
    let environment = LaunchEnvironment.fixture(variables, files: ["/desk/c.conf": file])
    return try serve("--config c.conf " + options, environment).database.choice
  }

  /// DATABASE_URL comes after the option's own variable and before the file.
  @Test func prefersTheOptionThenTheFileThenPGVariablesThenTheCluster() throws {
    let all = ["CHATTERD_DATABASE": "own=1", "DATABASE_URL": "shared=1", "PGHOST": "db"]
    #expect(
      try choice("--database flag=1", all, file: "database = file=1").connectionString == "flag=1")
    #expect(try choice("", all, file: "database = file=1").connectionString == "own=1")
    let shared = ["DATABASE_URL": "shared=1", "PGHOST": "db"]
    #expect(try choice("", shared, file: "database = file=1").connectionString == "shared=1")
    #expect(
      try choice("", ["PGHOST": "db"], file: "database = file=1").connectionString == "file=1")
    #expect(try choice("", ["PGHOST": "db"]) == .named(connectionString: "", by: "PGHOST"))
    #expect(
      try choice() == .privateCluster(dataDirectory: "/home/me/.local/share/chatterd"))
  }

  @Test(arguments: DatabaseChoice.choosingVariables)
  func selectsTheEnvironmentOfLibpqForEachLocatingVariable(variable: String) throws {
    let found = try choice("", [variable: "x"])
    #expect(found == .named(connectionString: "", by: variable))
  }

  @Test func ignoresEmptyVariablesAndThoseThatLocateNothing() throws {
    let variables = ["PGPASSWORD": "x", "PGSSLMODE": "require", "PGHOST": "", "DATABASE_URL": ""]
    #expect(try choice("", variables).connectionString == nil)
  }

  @Test func selectsThePrivateClusterWhateverTheEnvironment() throws {
    let variables = ["DATABASE_URL": "host=db", "PGHOST": "db"]
    let found = try choice("--database private --data-dir /d", variables)
    #expect(found == .privateCluster(dataDirectory: "/d"))
  }

  /// The packaged file names the data directory, which has the certificate as well.
  @Test func prefersADataDirectoryOnTheCommandLineToVariablesOfOtherPrograms() throws {
    let shared = ["DATABASE_URL": "shared=1", "PGHOST": "db"]
    let cluster = DatabaseChoice.privateCluster(dataDirectory: "/d")
    #expect(try choice("--data-dir /d", shared) == cluster)
    #expect(try choice("--data-dir /d", ["PGSERVICE": "x"]) == cluster)
    #expect(try choice("--data-dir /d --database a=1", shared).connectionString == "a=1")
    let own = ["CHATTERD_DATABASE": "own=1", "PGHOST": "db"]
    #expect(try choice("--data-dir /d", own).connectionString == "own=1")
    #expect(
      try choice("--data-dir /d", ["PGHOST": "db"], file: "database = file=1").connectionString
        == "file=1")
    let file = "data-dir = /d"
    #expect(
      try choice("", ["PGHOST": "db"], file: file) == .named(connectionString: "", by: "PGHOST"))
    #expect(
      try choice("", ["CHATTERD_DATA_DIR": "/d", "PGHOST": "db"]).connectionString == "")
    for verb in ["restore /b", "delete --username a", "token list", "migrate up"] {
      let environment = LaunchEnvironment.fixture(["PGHOST": "db"])
      let command = try parse("\(verb) --data-dir /d", environment).verb
      #expect("\(command)".contains("private cluster in /d"), "\(verb)")
    }
  }

  @Test(arguments: ["PGHOST", "DATABASE_URL"])
  func warnsThatAVariableIsIgnored(variable: String) throws {
    let environment = LaunchEnvironment.fixture([variable: "host=db"])
    let warnings = try serve("--data-dir /d", environment).warnings
    #expect(warnings.count == 1 && warnings[0].hasPrefix("\(variable) is ignored"))
    #expect(try serve("", environment).warnings == [])
    #expect(try serve("--data-dir /d --database private", environment).warnings == [])
  }

  @Test func needsADataDirectoryOnlyForThePrivateCluster() throws {
    let homeless = LaunchEnvironment.fixture(home: nil)
    #expect(failure("migrate up", homeless) == Configuration.homeUnknown)
    let migrate: Migrate = try verb("migrate up --database host=db", homeless)
    #expect(migrate.verb.options.choice.connectionString == "host=db")
    #expect(failure("serve --database host=db", homeless) == Configuration.homeUnknown)
    let named = try serve("--database host=db --certificate /c --private-key /k", homeless)
    #expect(named.dataDirectory == nil)
  }

  @Test(arguments: ["chatterd", "db.example:5432", "Private", "mysql://db"])
  func rejectsConnectionStringsThatLibpqRejects(text: String) {
    #expect(failure("serve --database \(text)")?.isUsage == true)
  }

  @Test func describesTheSourceWithoutThePassword() throws {
    let url = "postgresql://me:secret@db/chatter"
    #expect(try choice("--database \(url)").description == "named by --database")
    #expect(try choice("", ["DATABASE_URL": url]).description == "named by DATABASE_URL")
    #expect(try choice("", ["PGSERVICE": "secret"]).description == "named by PGSERVICE")
    #expect(try choice("--data-dir /d").description == "private cluster in /d")
  }
}
