import Chatter
import ChatterServer
import CommandLine
import EventLoop
import Glibc
import Postgres
import Program

/// `chatterd delete`: deletes chosen chatts, after a question.
struct Delete: Sendable {
  let selection: ChattSelection
  let isDryRun: Bool
  let asksNot: Bool
  private let options: DatabaseOptions
  private let log: Log

  init(
    _ operands: [String], _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    var ids: [ChattID] = []
    for text in operands {
      guard let id = ChattID(text) else {
        throw CommandError("\(CommandError.printable(text)) is no id of a chatt: give a UUID")
      }
      if !ids.contains(id) { ids.append(id) }
    }
    selection = ChattSelection(
      ids: ids.isEmpty ? nil : ids,
      username: try values.optional(.deleteUsername) { $0.isEmpty ? nil : $0 },
      before: try values.optional(.deleteBefore, Self.time))
    guard !selection.isEmpty else {
      throw CommandError("nothing to delete is named: give ids, --username or --before")
    }
    isDryRun = try values.isOn(.deleteDryRun)
    asksNot = try values.isOn(.deleteYes)
    options = try DatabaseOptions(values, environment)
    log = try Log(values)
  }

  /// Parses a time with a zone, or a date, which is its midnight in UTC.
  static func time(_ text: String) -> Timestamp? {
    Timestamp(text) ?? Timestamp(text + "T00:00:00Z")
  }

  func run() async throws -> ExitCode {
    guard isDryRun || asksNot || unsafe isatty(STDIN_FILENO) == 1 else {
      throw CommandError("cannot ask without a terminal: add --yes to delete, or --dry-run")
    }
    if case .privateCluster(let directory) = options.choice {
      try ServiceUser(dataDirectory: directory, database: options.choice)?
        .become(keeping: [], log: log)
    }
    let signals = try Signals()
    let loop = try EventLoop(name: "loop 1")
    defer { loop.stop() }
    let step = InterruptibleStep(signals: signals, loop: loop, log: log)
    let start = { @Sendable [options, log] in
      try await Database.start(options, on: loop, log: log)
    }
    guard let database = try await step.run(start, undo: { $0.stop() }) else { return .temporary }
    defer { database.stop() }
    let deletion = ChattDeletion(selection)
    let counted = try await step.run { @Sendable in
      try await database.withConnection(on: loop) { connection in
        (try await deletion.count(on: connection), try await deletion.unknownIDs(on: connection))
      }
    }
    guard let (count, unknown) = counted else { return .temporary }
    for id in unknown { StandardStream.error.write("chatterd: no chatt has the id \(id)\n") }
    let code = unknown.isEmpty ? ExitCode.success : .usage
    guard !isDryRun, count.chatts > 0 else {
      StandardStream.output.write("would delete \(Self.text(count))\n")
      return code
    }
    guard asksNot || Self.confirms(count) else {
      StandardStream.output.write("nothing was deleted\n")
      return code
    }
    let total = DeletedCount()
    defer { StandardStream.output.write("deleted \(Self.text(total.value))\n") }
    let done: Void? = try await step.run { @Sendable in
      try await database.withConnection(on: loop) { connection in
        var deletion = deletion
        while !Task.isCancelled, let batch = try await deletion.deleteBatch(on: connection) {
          total.add(batch)
        }
        try Task.checkCancellation()
      }
    }
    return done == nil ? .temporary : code
  }

  /// Asks on the terminal; anything but `y` or `yes` refuses.
  private static func confirms(_ count: ChattDeletion.Count) -> Bool {
    StandardStream.output.write("Delete \(text(count))? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  static func text(_ count: ChattDeletion.Count) -> String {
    "\(count.chatts) chatts, \(count.clips) clips, \(count.clipBytes) bytes of clips"
  }
}

/// What was deleted so far; an interrupted step has it too.
private final class DeletedCount: Sendable {
  private let count = Lock(ChattDeletion.Count())

  var value: ChattDeletion.Count { count.withLock { $0 } }

  func add(_ batch: ChattDeletion.Count) {
    count.withLock { count in
      count.chatts += batch.chatts
      count.clips += batch.clips
      count.clipBytes += batch.clipBytes
    }
  }
}
