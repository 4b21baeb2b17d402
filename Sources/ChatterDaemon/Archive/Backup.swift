import CommandLine
import Postgres
import Program

/// `chatterd backup`: writes one consistent snapshot of the database to a file while servers post.
struct Backup: Sendable {
  let path: String
  private let archive: ArchiveRun

  init(
    _ path: String, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    self.path = path
    archive = try ArchiveRun(values, environment)
    guard path != "-" || !StandardStream.output.isTerminal else {
      throw CommandError("a backup is binary: name a file, or redirect standard output")
    }
  }

  func run() async throws -> ExitCode {
    try await archive.run { try await self.backUp(over: $0) }
  }

  private func backUp(over connection: PostgresConnection) async throws -> ExitCode {
    let file = try ArchiveFile(writing: path)
    let counts = try await connection.transaction(until: BackupSource.deadline) {
      try await Self.write($0, to: file)
    }
    try file.finish()
    StandardStream.error.write("backed up \(counts.summary)\n")
    return .success
  }

  private static func write(
    _ connection: PostgresConnection, to file: ArchiveFile
  ) async throws -> BackupCounts {
    try await BackupSource.beginSnapshot(on: connection)
    var contents = try await BackupSource.contents(on: connection)
    contents.version = CommandTable.version
    var writer = try BackupWriter(contents) { try file.write($0) }
    var progress = ArchiveProgress()
    for table in contents.tables {
      try writer.begin(table)
      try await BackupSource.copy(table, from: connection) { message in
        try writer.append(message)
        progress.show(writer.counts)
        try Task.checkCancellation()
      }
    }
    try writer.finish()
    return writer.counts
  }
}
