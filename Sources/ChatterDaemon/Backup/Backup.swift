import Arguments
import ChatterServer
import ChatterStore
import Postgres
import PrivateCluster
import System

/// `chatterd backup`: writes one consistent snapshot of the database to a file while servers post.
struct Backup: VerbRun {
  /// With the secret of the delete tokens, the holder of a backup could delete any chatt.
  static let excludedTables = ["secrets"]

  let path: String
  private let verb: DatabaseVerb

  init(
    _ path: String, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    self.path = path == "-" ? path : environment.absolute(path)
    verb = try DatabaseVerb(values, environment)
    guard path != "-" || !StandardStream.output.isTerminal else {
      throw CommandError("a backup is binary: name a file, or redirect standard output")
    }
  }

  func run() async throws -> ExitCode {
    try await verb.run { database, loop in
      let dump = try await database.withConnection(on: loop) { connection in
        try await Self.requireTables(on: connection)
        return try await DatabaseDump(
          database.configuration, over: connection, until: WholeDatabase.deadline)
      }
      let byteCount = try await loop.run { try await self.write(dump, on: loop) }
      StandardStream.error.write("backed up: \(byteCount) bytes\n")
      return .success
    }
  }

  private static func requireTables(on connection: PostgresConnection) async throws {
    let rows = try await connection.query(
      "select to_regclass('schema_migrations') is not null and to_regclass('chatts') is not null",
      until: WholeDatabase.deadline)
    guard try rows[0].decode(Bool.self, at: 0) else {
      throw VerbError.configuration(
        "the database has no tables of chatterd: check --database or --data-dir")
    }
  }

  private func write(_ dump: DatabaseDump, on loop: EventLoop) async throws -> Int {
    let file = try OutputFile(path)
    let pipeline = try dump.write(withoutRowsOf: Self.excludedTables, on: loop)
    var (byteCount, progress) = (0, VerbProgress())
    while let bytes = try await pipeline.read() {
      try file.write(bytes)
      byteCount += bytes.count
      progress.show("\(byteCount) bytes")
    }
    try await pipeline.finish()
    try file.finish()
    return byteCount
  }
}
