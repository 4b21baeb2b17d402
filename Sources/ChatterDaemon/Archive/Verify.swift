import CommandLine
import Postgres
import Program

/// `chatterd verify`: checks each row of a backup or of the database.
struct Verify: Sendable {
  /// The backup; nil for the database.
  let path: String?
  private let archive: ArchiveRun

  init(
    _ path: String?, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    self.path = path
    archive = try ArchiveRun(values, environment)
  }

  func run() async throws -> ExitCode {
    if let path {
      return try await archive.runWithoutDatabase { try Self.verify(backup: path) }
    }
    return try await archive.run { connection in
      try await connection.transaction(until: BackupSource.deadline) {
        try await Self.verify($0)
      }
    }
  }

  private static func verify(backup path: String) throws -> ExitCode {
    let reader = try BackupReader(try ArchiveFile(reading: path))
    var faults = 0
    var progress = ArchiveProgress()
    while let part = try reader.next() {
      try Task.checkCancellation()
      progress.show(reader.counts)
      guard part.table.name == "chatts" else { continue }
      let check = ChattCheck(part.table)
      _ = CopyFile.forEachRow(of: part.copyFile) { report(check.fault(in: $0), &faults) }
    }
    return conclude(reader.counts, faults)
  }

  private static func verify(_ connection: PostgresConnection) async throws -> ExitCode {
    try await BackupSource.beginSnapshot(on: connection)
    let contents = try await BackupSource.contents(on: connection)
    var counts = BackupCounts()
    var faults = 0
    var progress = ArchiveProgress()
    for table in contents.tables where table.name == "chatts" {
      let check = ChattCheck(table)
      try await BackupSource.copy(table, from: connection) { message in
        try Task.checkCancellation()
        var rest = message[...]
        if rest.starts(with: CopyFile.header) { rest = rest.dropFirst(CopyFile.header.count) }
        guard let columns = CopyFile.row(&rest) else { return }
        counts.rows[table.name, default: 0] += 1
        if let clip = ClipDigest(columns, of: table) {
          counts.clips += 1
          counts.clipBytes += clip.byteCount
        }
        report(check.fault(in: columns), &faults)
        progress.show(counts)
      }
    }
    return conclude(counts, faults)
  }

  private static func report(_ fault: String?, _ faults: inout Int) {
    guard let fault else { return }
    faults += 1
    StandardStream.error.write("chatterd: \(fault)\n")
  }

  private static func conclude(_ counts: BackupCounts, _ faults: Int) -> ExitCode {
    StandardStream.output.write("verified \(counts.summary): \(faults) damaged\n")
    return faults == 0 ? .success : .data
  }
}
