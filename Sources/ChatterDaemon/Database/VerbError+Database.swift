import Postgres

extension VerbError {
  /// Creates the error of a verb from one that PostgreSQL returned: what is wrong with the
  /// database, and what to do. Nil for other errors, which say that themselves.
  ///
  /// - Parameter database: The description of the database.
  init?(_ error: any Error, in database: String) {
    let advice: String
    var isPermanent = ExitCode(error) == .configuration
    switch error {
    case PostgresError.server(let server): advice = Self.advice(server)
    // Migrations read only the table of migrations.
    case MigrationError.database(.server(let server)):
      let text = Self.advice(server)
      advice = text == Self.noTables ? Self.foreignTables : text
    case MigrationError.failed(let file, let server):
      advice = "\(file) failed and was rolled back: \(Self.advice(server))"
    // A table of another program, whose column has another type.
    case PostgresError.decoding: (advice, isPermanent) = (Self.noTables, true)
    default: return nil
    }
    let text = "\(database): \(advice)"
    self = isPermanent ? .configuration(text) : .temporary(text)
  }

  /// The advice for a database in which tables or columns are missing.
  static let noTables =
    "it does not have the tables of this version of chatterd: run chatterd migrate up, or choose "
    + "another database with --database or --data-dir"

  private static let foreignTables =
    "another program has tables with the names of chatterd's there: choose an empty database"

  private static func advice(_ error: ServerError) -> String {
    switch error.sqlState.rawValue {
    // No table or column of this name.
    case "42P01", "42703": noTables
    case "3F000": "\(error.message): create the schema, or correct search_path"
    // A table or another object of this name.
    case "42P07", "42710": foreignTables
    case "42501":
      "\(error.message): grant the role its rights, or connect as the owner of the tables"
    case "25006": "it is read-only: choose the primary server"
    case "53100": "its disk is full: free space, and run the command again"
    case "40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03":
      "\(error.message): run the command again"
    default:
      "\(error.message) (error \(error.sqlState)): the log of PostgreSQL has more"
    }
  }
}
