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
  /// Where the result is recorded; nil without a home directory.
  private let dataDirectory: String?
  private let reserve: Int?
  /// The command that writes the same backup to its standard output, and its environment.
  private let command: [String]
  private let variables: [String]
  private let currentDirectory: String
  private let isRecorded: Bool

  init(
    _ line: ParsedLine, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    let path = line.operand ?? ""
    self.path = path == "-" ? path : environment.absolute(path)
    verb = try DatabaseVerb(values, environment)
    dataDirectory = try values.dataDirectory(environment)
    reserve = try values.optionalInteger(.diskReserve)
    command = ["/proc/self/exe"] + line.words(of: .chatterd, operands: ["-"])
    currentDirectory = environment.currentDirectory
    let ofOther = "BACKUP_OF_OTHER_PROCESS"
    variables = environment.variables.map { "\($0.key)=\($0.value)" } + ["\(ofOther)=1"]
    // A database that only the command line names may be another than the server's.
    let isOther =
      if case .named(_, let origin) = verb.options.choice { origin.hasPrefix("--") } else { false }
    isRecorded = environment.variable(ofOther) == nil && !isOther
    guard path != "-" || !StandardStream.output.isTerminal else {
      throw CommandError("a backup is binary: name a file, or redirect standard output")
    }
  }

  func run() async throws -> ExitCode {
    var record = dataDirectory.map { BackupRecord(in: $0) } ?? BackupRecord()
    do {
      let file = try OutputFile(path)
      let space = SpareSpace(for: file.directory, verb.options, reserve: reserve)
      guard let byteCount = try await write(to: file, space) else {
        throw VerbError.temporary("stopped by a signal")
      }
      (record.completed, record.failed) = (BackupRecord.now, nil)
      (record.byteCount, record.file, record.reason) = (byteCount, path, "")
      save(record)
      StandardStream.error.write("backed up: \(byteCount) bytes\n")
      return .success
    } catch {
      (record.failed, record.reason) = (BackupRecord.now, LogFormat.printable("\(error)"))
      save(record)
      throw error
    }
  }

  private func save(_ record: BackupRecord) {
    // Only a server with this directory reads the record.
    guard isRecorded, let dataDirectory, FilePresence.exists(dataDirectory) else { return }
    record.save(in: dataDirectory)
  }

  /// Returns the size of the backup; nil after a stop signal.
  private func write(to file: OutputFile, _ space: SpareSpace?) async throws -> Int? {
    if ProcessPrivileges.isRoot, path != "-", case .privateCluster = verb.options.choice {
      // The verb becomes the user of the cluster, who may not write where root may: it does so in
      // another process.
      let (command, currentDirectory, variables) = (command, currentDirectory, variables)
      return try await verb.withStep { step, worker in
        try await step.run {
          try await worker.run {
            let pipeline = try ProgramPipeline(
              [command], reading: .nothing, in: currentDirectory, variables: variables, on: worker)
            do {
              return try await Self.copy(pipeline, to: file, space)
            } catch let failure as ProgramPipeline.Failure {
              throw Self.error(of: failure)
            }
          }
        }
      }
    }
    return try await verb.run { database, loop in
      let dump = try await database.withConnection(on: loop) { connection in
        try await Self.requireTables(of: database, on: connection)
        return try await DatabaseDump(
          database.configuration, over: connection, until: WholeDatabase.deadline)
      }
      return try await loop.run {
        let pipeline = try dump.write(withoutRowsOf: Self.excludedTables, on: loop)
        return try await Self.copy(pipeline, to: file, space)
      }
    }
  }

  /// Returns the error that the other process has printed.
  private static func error(of failure: ProgramPipeline.Failure) -> VerbError {
    // The log of the other process comes before it.
    let lines = ("; " + failure.text).ranges(of: "; chatterd: ")
    let text = lines.last.map { String(("; " + failure.text)[$0.upperBound...]) } ?? failure.text
    return switch failure.status.flatMap(ExitCode.init(rawValue:)) {
    case .configuration: .configuration(text)
    case .data: .data(text)
    default: .temporary(text)
    }
  }

  private static func copy(
    _ pipeline: ProgramPipeline, to file: OutputFile, _ space: SpareSpace?
  ) async throws -> Int {
    var (byteCount, progress) = (0, VerbProgress())
    while let bytes = try await pipeline.read() {
      try space?.check(adding: bytes.count)
      try file.write(bytes)
      byteCount += bytes.count
      progress.show("\(byteCount) bytes")
    }
    try await pipeline.finish()
    try file.finish()
    return byteCount
  }

  private static func requireTables(
    of database: Database, on connection: PostgresConnection
  ) async throws {
    let rows = try await connection.query(
      "select to_regclass('schema_migrations') is not null and to_regclass('chatts') is not null",
      until: WholeDatabase.deadline)
    guard try rows[0].decode(Bool.self, at: 0) else {
      throw VerbError.configuration("\(database): \(VerbError.noTables)")
    }
  }
}
