import Arguments
import Chatter
import ChatterServer
import ChatterStore
import Crypto
import Postgres
import PrivateCluster
import System

/// `chatterd verify`: checks each row of the database, or restores a backup into a private cluster
/// of its own and checks each row there.
struct Verify: VerbRun {
  /// The backup; nil for the database.
  let path: String?
  /// Where the last backup is recorded; nil without a home directory.
  let dataDirectory: String?
  /// The directory of the private cluster.
  let temporaryDirectory: String
  let reserve: Int?
  let verb: DatabaseVerb

  func run() async throws -> ExitCode {
    guard let path else {
      return try await verb.runConnected { try await Self.verify($0) } ?? .temporary
    }
    do {
      let code = try await verify(BackupFile(path))
      if code == .data { recordFailure(of: path, "rows are damaged") }
      return code
    } catch {
      recordFailure(of: path, "\(error)")
      throw error
    }
  }

  /// Records that the last backup is none, for doctor and metrics.
  private func recordFailure(of path: String, _ reason: String) {
    guard let dataDirectory else { return }
    var record = BackupRecord(in: dataDirectory)
    guard record.file == path else { return }
    record.failed = BackupRecord.now
    record.reason = "verify: \(LogFormat.printable(reason))"
    record.save(in: dataDirectory)
  }

  private func verify(_ file: BackupFile) async throws -> ExitCode {
    let space = SpareSpace(for: temporaryDirectory, verb.options, reserve: reserve)
    // PostgreSQL does not run as root, and only this user can remove what it leaves.
    try ServiceUser(dataDirectory: nil)?.become(log: verb.log)
    let directory = try DataDirectory.makeTemporary(in: temporaryDirectory)
    let removal = try PrivateCluster.removalAtExit(
      of: Database.clusterDirectory(in: directory), in: directory)
    defer { removal.run() }
    let options = DatabaseOptions(
      choice: .privateCluster(dataDirectory: directory),
      connectTimeout: verb.options.connectTimeout, usesNamedStatements: true)
    let inside = DatabaseVerb(options: options, log: verb.log)
    do {
      return try await inside.run(alone: true) { database, loop in
        _ = try await file.restore(to: database, sparing: space, on: loop)
        return try await database.withConnection(on: loop) { try await Self.verify($0) }
      } ?? .temporary
    } catch let error as PrivateClusterError {
      throw VerbError.temporary(
        "cannot restore into \(temporaryDirectory) (TMPDIR names another place): \(error)")
    }
  }

  private static func verify(_ connection: PostgresConnection) async throws -> ExitCode {
    var counts = (chatts: 0, clips: 0, clipBytes: 0, faults: 0)
    var progress = VerbProgress()
    var summary: String {
      "\(counts.chatts) chatts, \(counts.clips) clips (\(counts.clipBytes) bytes)"
    }
    try await WholeDatabase.forEachChatt(on: connection) { row, clip in
      counts.chatts += 1
      counts.clips += clip == nil ? 0 : 1
      counts.clipBytes += clip?.bytes.count ?? 0
      if let fault = Self.fault(in: row, clip) {
        counts.faults += 1
        StandardStream.error.write("chatterd: chatt \(row.id): \(fault)\n")
      }
      progress.show(summary)
    }
    StandardStream.output.write("verified \(summary): \(counts.faults) damaged\n")
    return counts.faults == 0 ? .success : .data
  }

  /// Checks a stored row as a post is checked, and its clip against the digest and the facts beside
  /// it; returns what is wrong, in one line, or nil.
  private static func fault(
    in row: ChattTransfer.Row, _ clip: ChattTransfer.Clip?
  ) -> String? {
    let count = row.username.unicodeScalars.count
    guard (1...PostLimit.usernameCharactersMax).contains(count) else {
      return "the username has \(count) characters"
    }
    guard let clip else { return row.message == nil ? "neither a message nor a clip" : nil }
    // Clips from before the digests have none.
    if let digest = clip.sha256, SHA256.digest(of: clip.bytes) != digest {
      return "the clip differs from its SHA-256"
    }
    do throws(AudioClipError) {
      let facts = try AudioClip(bytes: clip.bytes).facts
      return clip.states(facts) ? nil : "the facts beside the clip are not those of the clip"
    } catch {
      return "the clip is not valid: \(error)"
    }
  }
}
