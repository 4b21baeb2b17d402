public import Postgres
public import System

/// Dumps of a database, written by pg_dump in its custom format and compressed by gzip, whose
/// checksum covers every byte; pg_restore reads them. psql reads tables of other programs.
public struct DatabaseDump: Sendable {
  private let programs: PostgresPrograms
  private let connectionString: String

  /// Finds the programs for the server of a connection, which has this configuration and is not
  /// that of a pooler: their settings would stay in sessions that others share.
  public init(
    _ configuration: PostgresConfiguration, over connection: PostgresConnection,
    until deadline: Deadline
  ) async throws {
    guard !connection.isPooled else {
      throw ProgramPipeline.Failure(
        program: "pg_dump",
        text: "it cannot be used through a pooler: name PostgreSQL's own address with --database")
    }
    let rows = try await connection.query(
      "select current_setting('server_version_num')::int8 / 10000", until: deadline)
    let version = try rows[0].decode(Int.self, at: 0)
    let path = ConnectionPlan.environmentVariable("PATH") ?? ""
    guard let found = PostgresPrograms.forDumps(ofServer: version, path: path) else {
      throw ProgramPipeline.Failure(
        program: "pg_dump", text: "it is not installed: install the package postgresql-client")
    }
    (connectionString, programs) = (configuration.connectionString, found)
  }

  /// Starts to dump the database, as of one snapshot, without the rows of some tables. The output
  /// is the file.
  public func write(withoutRowsOf tables: [String], on loop: EventLoop) throws -> ProgramPipeline {
    let connection = try ConnectionPlan.ofProgram(connectionString)
    return try ProgramPipeline(
      [
        [programs.pgDump, "--format=custom", "--compress=0", "--no-owner", "--no-privileges"]
          + tables.map { "--exclude-table-data=\($0)" } + connection.options,
        ["gzip", "-1"],
      ], reading: .nothing, variables: connection.variables, on: loop)
  }

  /// Starts to check all bytes of a file.
  public func check(_ file: Int32, on loop: EventLoop) throws -> ProgramPipeline {
    try ProgramPipeline([["gzip", "--test"]], reading: .file(file), on: loop)
  }

  /// Starts to read the rows of one table from a file, as a script with a COPY in text format.
  public func rows(of table: String, in file: Int32, on loop: EventLoop) throws -> ProgramPipeline {
    try ProgramPipeline(
      [
        ["gzip", "--decompress", "--stdout"],
        [programs.pgRestore, "--data-only", "--table=\(table)", "--file=-"],
      ], reading: .file(file), on: loop)
  }

  /// Starts to decompress a file. The output is the input of `restore`.
  public func decompress(_ file: Int32, on loop: EventLoop) throws -> ProgramPipeline {
    try ProgramPipeline([["gzip", "--decompress", "--stdout"]], reading: .file(file), on: loop)
  }

  /// Starts to store the rows of some tables and the values of some sequences, in one transaction.
  /// Nothing else in the dump is used. Its input is a decompressed file.
  public func restore(
    tables: [String], sequences: [String], on loop: EventLoop
  ) throws -> ProgramPipeline {
    let connection = try ConnectionPlan.ofProgram(connectionString)
    return try ProgramPipeline(
      [
        [programs.pgRestore, "--data-only", "--single-transaction", "--exit-on-error"]
          + (tables + sequences).map { "--table=\($0)" } + connection.options
      ], reading: .written, variables: connection.variables, on: loop)
  }

  /// Starts to read a table in comma-separated values, whose first line names these columns. The
  /// output has a line of JSON for each row, whose values are texts or null.
  public func table(
    _ columns: [String], in file: Int32, on loop: EventLoop
  ) throws -> ProgramPipeline {
    let connection = try ConnectionPlan.ofProgram(connectionString)
    let types = columns.map { "\"\($0.replacing("\"", with: "\"\""))\" text" }
    return try ProgramPipeline(
      [
        [
          programs.psql, "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
          "--set=ON_ERROR_STOP=1", "--set=FETCH_COUNT=10", "--single-transaction",
          "--command=create temporary table given (\(types.joined(separator: ", ")))",
          "--command=\\copy given from pstdin with (format csv, header)",
          "--command=select row_to_json(given) from given",
        ] + connection.options
      ], reading: .file(file), variables: connection.variables, on: loop)
  }
}
