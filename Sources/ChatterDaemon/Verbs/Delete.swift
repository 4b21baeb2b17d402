import Arguments
import Chatter
import ChatterServer
import ChatterStore
import Glibc
import Postgres
import System

/// `chatterd delete`: deletes chosen chatts, after a question.
struct Delete: VerbRun {
  let selection: ChattSelection
  let isDryRun: Bool
  let isConfirmed: Bool
  private let verb: DatabaseVerb

  init(
    _ operands: [String], _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    var ids: [ChattID] = []
    for text in operands {
      guard let id = ChattID(text) else {
        throw CommandError("\(LogFormat.printable(text)) is no id of a chatt: give a UUID")
      }
      if !ids.contains(id) { ids.append(id) }
    }
    selection = ChattSelection(
      ids: ids,
      username: try values.optional(.deleteUsername) { $0.isEmpty ? nil : $0 },
      before: try values.optional(.deleteBefore, Self.time))
    guard !selection.isEmpty else {
      throw CommandError("nothing to delete is named: give ids, --username or --before")
    }
    isDryRun = try values.isOn(.deleteDryRun)
    isConfirmed = try values.isOn(.deleteYes)
    verb = try DatabaseVerb(values, environment)
  }

  /// Parses a time with a zone, or a date, which is its midnight in UTC.
  static func time(_ text: String) -> Timestamp? {
    Timestamp(text) ?? Timestamp(text + "T00:00:00Z")
  }

  func run() async throws -> ExitCode {
    guard isDryRun || isConfirmed || StandardStream.input.isTerminal else {
      throw CommandError("cannot ask without a terminal: add --yes to delete, or --dry-run")
    }
    return try await verb.run(changing: !isDryRun) { database, loop in
      try await database.withConnection(on: loop) { try await delete(on: $0, loop) }
    } ?? .temporary
  }

  private func delete(
    on connection: PostgresConnection, _ loop: EventLoop
  ) async throws -> ExitCode {
    var deletion = ChattDeletion(selection)
    let count = try await deletion.count(on: connection)
    let unknown = try await deletion.unknownIDs(on: connection)
    for id in unknown { StandardStream.error.write("chatterd: no chatt has the id \(id)\n") }
    let code = unknown.isEmpty ? ExitCode.success : .notFound
    guard count.chatts > 0 else {
      StandardStream.output.write("nothing to delete\n")
      return code
    }
    guard !isDryRun else {
      StandardStream.output.write("would delete \(Self.text(count))\n")
      return code
    }
    if !isConfirmed, try await !Self.confirms(count, on: loop) {
      StandardStream.output.write("nothing was deleted\n")
      return code
    }
    var (total, progress) = (ChattDeletion.Count(), VerbProgress())
    // A stop signal ends the loop with an error.
    defer { StandardStream.output.write("deleted \(Self.text(total))\n") }
    while let batch = try await deletion.deleteBatch(on: connection) {
      total += batch
      progress.show("\(total.chatts) of \(count.chatts)")
      try Task.checkCancellation()
    }
    return code
  }

  /// Asks on the terminal; anything but `y` or `yes` refuses. A stop signal ends the wait.
  private static func confirms(
    _ count: ChattDeletion.Count, on loop: EventLoop
  ) async throws -> Bool {
    StandardStream.output.write("Delete \(text(count))? [y/N] ")
    let input = try loop.attach(STDIN_FILENO, trigger: .level)
    defer { loop.detach(input) }
    try await loop.wait(for: .read, on: input)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  /// A count for a person: `3 chatts, 2 of them with a clip (42.1 KiB)`.
  static func text(_ count: ChattDeletion.Count) -> String {
    let chatts = "\(count.chatts) chatt" + (count.chatts == 1 ? "" : "s")
    guard count.clips > 0 else { return chatts }
    let clips = count.chatts == 1 ? "with a clip" : "\(count.clips) of them with a clip"
    return "\(chatts), \(clips) (\(ByteCount.rounded(count.clipBytes)))"
  }
}
