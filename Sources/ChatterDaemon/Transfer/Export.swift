import Chatter
import ChatterServer
import CommandLine
import Postgres
import Program

/// `chatterd export`: writes all chatts as lines of JSON, and their clips as files.
struct Export: Sendable {
  /// Before the first sequence number.
  private static let start = Int64.min

  let path: String
  private let verb: DatabaseVerb

  init(
    _ path: String, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    self.path = environment.absolute(path)
    verb = try DatabaseVerb(values, environment)
  }

  func run() async throws -> ExitCode {
    try await verb.runConnected { try await self.export(from: $0) }
  }

  private func export(from connection: PostgresConnection) async throws -> ExitCode {
    let directory = try TransferDirectory(creating: path)
    let lines = try OutputFile("\(directory.path)/\(TransferDirectory.linesName)")
    let counts = try await connection.transaction(until: WholeDatabase.deadline) { connection in
      try await WholeDatabase.beginSnapshot(on: connection)
      var counts = TransferCounts()
      var last = Self.start
      while true {
        let rows = try await ChattTransfer.rows(after: last, on: connection)
        guard let end = rows.last?.sequence else { return counts }
        for row in rows {
          try Task.checkCancellation()
          try await Self.write(row, to: directory, lines, on: connection, &counts)
        }
        last = end
      }
    }
    // The list is complete only now.
    try lines.finish()
    StandardStream.output.write("exported \(counts.text)\n")
    return .success
  }

  private static func write(
    _ row: ChattTransfer.Row, to directory: TransferDirectory, _ lines: OutputFile,
    on connection: PostgresConnection, _ counts: inout TransferCounts
  ) async throws {
    var chatt = TransferredChatt(
      id: row.id, username: row.username, message: row.message, created: row.createdAt)
    if row.hasClip, let clip = try await ChattTransfer.clip(at: row.sequence, on: connection) {
      let name = TransferredChatt.clipPath(of: row.id)
      let file = try OutputFile("\(directory.path)/\(name)")
      try file.write(clip.bytes)
      try file.finish()
      chatt.clip = .file(name)
      counts.clips += 1
    }
    try lines.write(chatt.line + [UInt8(ascii: "\n")])
    counts.chatts += 1
  }
}

/// What an export or an import has done.
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
