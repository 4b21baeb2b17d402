import Chatter
import ChatterServer
import CommandLine
import EventLoop
import Postgres
import Program
import TLS

/// `chatterd verify`: checks each row of the database, or restores a backup into a private cluster
/// of its own and checks each row there.
struct Verify: Sendable {
  /// The backup; nil for the database.
  let path: String?
  private let verb: DatabaseVerb
  private let temporaryDirectory: String

  init(
    _ path: String?, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    self.path = path.map { environment.absolute($0) }
    verb = try DatabaseVerb(values, environment)
    temporaryDirectory = environment.variable("TMPDIR") ?? "/var/tmp"
  }

  func run() async throws -> ExitCode {
    guard let path else { return try await verb.runConnected { try await Self.verify($0) } }
    let file = try BackupFile(path)
    // PostgreSQL does not run as root, and only this user can remove what it leaves.
    try ServiceUser(dataDirectory: nil)?.become(log: verb.log)
    let cluster = TemporaryCluster(in: temporaryDirectory)
    try cluster.remove(isStopped: false)
    defer { try? cluster.remove(isStopped: true) }
    return try await cluster.verb(verb).run(alone: true) { database, loop in
      _ = try await file.restore(to: database, on: loop)
      return try await database.withConnection(on: loop) { try await Self.verify($0) }
    }
  }

  private static func verify(_ connection: PostgresConnection) async throws -> ExitCode {
    try await connection.transaction(until: WholeDatabase.deadline) { connection in
      try await WholeDatabase.beginSnapshot(on: connection)
      var counts = (chatts: 0, clips: 0, clipBytes: 0, faults: 0)
      var (last, progress) = (Int64.min, VerbProgress())
      var summary: String {
        "\(counts.chatts) chatts, \(counts.clips) clips (\(counts.clipBytes) bytes)"
      }
      while true {
        let rows = try await ChattTransfer.rows(after: last, on: connection)
        guard let end = rows.last?.sequence else { break }
        for row in rows {
          try Task.checkCancellation()
          let clip =
            row.hasClip ? try await ChattTransfer.clip(at: row.sequence, on: connection) : nil
          counts.chatts += 1
          counts.clips += clip == nil ? 0 : 1
          counts.clipBytes += clip?.bytes.count ?? 0
          if let fault = ChattCheck.fault(in: row, clip) {
            counts.faults += 1
            StandardStream.error.write("chatterd: chatt \(row.id): \(fault)\n")
          }
          progress.show(summary)
        }
        last = end
      }
      StandardStream.output.write("verified \(summary): \(counts.faults) damaged\n")
      return counts.faults == 0 ? .success : .data
    }
  }
}

/// A private cluster for one verb, which is removed at its end. What a killed verb has left is
/// removed by the next one of the same user.
private struct TemporaryCluster {
  private let directory: String

  init(in parent: String) { directory = "\(parent)/chatterd-verify-\(ServiceUser.number)" }

  func verb(_ verb: DatabaseVerb) -> DatabaseVerb {
    DatabaseVerb(
      DatabaseOptions(privateClusterIn: directory, like: verb.options), log: verb.log)
  }

  func remove(isStopped: Bool) throws {
    try PrivateCluster.remove(Database.clusterDirectory(in: directory), isStopped: isStopped)
    DataDirectory.removeEmpty(directory)
  }
}
