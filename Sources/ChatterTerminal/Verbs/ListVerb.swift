import Chatter
import ChatterClient

/// Prints the timeline: newest first, or, with `--follow`, oldest first.
@MainActor
struct ListVerb {
  let options: ListOptions
  let source: any ChattSource
  let console: any Console
  let capabilities: TerminalCapabilities
  /// Which clips were heard; nil without a home directory.
  var heard: HeardFile?

  private static let tickInterval = Duration.milliseconds(100)

  func run() async throws(ExitError) {
    let requests = ListRequests(source, console)
    try await requests.first()
    do throws(ExitError) {
      try requests.requireClips()
    } catch {
      if options.isJSON { throw error }
      console.report("chatter: \(error.message)\n")
    }
    try await requests.older()
    if source.skippedCount > 0 {
      console.report("chatter: skipped malformed rows of the list: \(source.skippedCount)\n")
    }
    let chatts = options.follows ? source.chatts.reversed() : source.chatts
    for chatt in chatts {
      guard print(chatt) else { return }
    }
    if options.follows { try await follow(requests, after: chatts) }
  }

  private func follow(
    _ requests: ListRequests, after chatts: [Chatt]
  ) async throws(ExitError) {
    var requests = requests
    var printed = Set(chatts.map(RowMaker.id))
    let pending = Shared<[TimelineChange]>([])
    let following = Task {
      await source.follow(pollInterval: options.pollInterval) { pending.value.append($0) }
    }
    defer { following.cancel() }
    while await console.wait(for: Self.tickInterval) {
      let changes = pending.value
      pending.value = []
      for change in changes {
        guard print(change, &printed) else { return }
      }
      try requests.checkOutage()
    }
  }

  /// Prints a change; false if the reader is gone.
  private func print(_ change: TimelineChange, _ printed: inout Set<String>) -> Bool {
    switch change {
    case .added(let chatt):
      return !printed.insert(RowMaker.id(chatt)).inserted || print(chatt)
    case .deleted(let chatt):
      guard let id = chatt.id, printed.remove(RowMaker.id(chatt)) != nil else { return true }
      if options.isJSON { return console.write(json: ChattJSON.deletion(of: id)) }
      return console.write(styled("deleted  \(id)", Style(color: .gray)) + "\n")
    case .restarted: return true
    }
  }

  /// Prints a chatt; false if the reader is gone.
  private func print(_ chatt: Chatt) -> Bool {
    let isNew = heard?.isNew(chatt, in: source) == true
    return options.isJSON
      ? console.write(json: ChattJSON.text(chatt, isHeard: !isNew))
      : console.write(text(chatt, isNew: isNew))
  }

  /// Returns a line with author, time, clip and id, and the message below it.
  private func text(_ chatt: Chatt, isNew: Bool) -> String {
    let row = RowMaker.row(chatt)
    let author = styled(Printable.line(row.author), Style(isBold: true))
    var head = [author, styled(row.time, Style(color: .gray))]
    if let clip = row.clipText(Glyphs(isUnicode: capabilities.isUnicode).clip) {
      head.append(styled(clip, Style(color: .green)))
    }
    if isNew { head.append(styled("not heard", Style(color: .blue, isBold: true))) }
    if let id = chatt.id { head.append(styled(id.description, Style(color: .gray))) }
    let message = row.message.isEmpty ? [] : Printable.lines(row.message).map { "  \($0)" }
    return ([head.joined(separator: "  ")] + message).joined(separator: "\n") + "\n"
  }

  private func styled(_ text: String, _ style: Style) -> String {
    capabilities.colors == .none ? text : "\u{1B}[\(capabilities.rendition(style))m\(text)\u{1B}[0m"
  }
}
