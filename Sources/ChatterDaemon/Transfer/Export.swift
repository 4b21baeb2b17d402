import Arguments
import Chatter
import ChatterServer
import ChatterStore
import Crypto
import Postgres
import System

/// `chatterd export`: writes all chatts as lines of JSON, and their clips as files.
struct Export: VerbRun {
  let path: String
  let reserve: Int?
  let verb: DatabaseVerb

  func run() async throws -> ExitCode {
    try await verb.runConnected { connection in
      let directory = try TransferDirectory(creating: path)
      // An export is whole, or is not there.
      let removal = try RemovalAtExit(of: [path])
      do {
        let counts = try await write(to: directory, from: connection)
        removal.cancel()
        StandardStream.output.write("exported \(counts.text)\n")
        return .success
      } catch {
        removal.run()
        throw error
      }
    } ?? .temporary
  }

  private func write(
    to directory: TransferDirectory, from connection: PostgresConnection
  ) async throws -> TransferCounts {
    let space = SpareSpace(for: directory.path, verb.options, reserve: reserve)
    let lines = try OutputFile("\(directory.path)/\(TransferDirectory.linesName)")
    var counts = TransferCounts()
    try await WholeDatabase.forEachChatt(on: connection) { row, clip in
      var chatt = TransferredChatt(
        id: row.id, username: row.username, message: row.message, created: row.createdAt)
      try space?.check(adding: clip?.bytes.count ?? 0)
      if let clip {
        let name = TransferredChatt.clipPath(of: row.id)
        let file = try OutputFile("\(directory.path)/\(name)")
        try file.write(clip.bytes)
        try file.finish()
        chatt.clip = .file(name)
        chatt.clipSHA256 = SHA256.digest(of: clip.bytes)?.hexadecimal()
        counts.clips += 1
      }
      try lines.write(chatt.line + [UInt8(ascii: "\n")])
      counts.chatts += 1
    }
    // The list is complete only now.
    try lines.finish()
    return counts
  }
}

struct TransferCounts: Sendable, Equatable {
  var chatts = 0
  var clips = 0
  /// Chatts of an import that were there already.
  var present = 0
  var refused = 0

  var text: String {
    let counts = "\(chatts) chatt\(chatts == 1 ? "" : "s"), \(clips) with a clip"
    let others = [
      present > 0 ? "\(present) were there already" : nil,
      refused > 0 ? "\(refused) refused" : nil,
    ].compactMap(\.self)
    return ([counts] + others).joined(separator: "; ")
  }
}
