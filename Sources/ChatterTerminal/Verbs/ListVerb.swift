import Chatter
import ChatterClient

/// Prints the timeline: newest first, or, with `--follow`, oldest first.
@MainActor
struct ListVerb {
  let options: ListOptions
  let source: any ChattSource
  let console: any Console
  let capabilities: TerminalCapabilities

  func run() async throws(ExitError) {
    var requests = ListRequests(source, console)
    try await requests.first()
    reportSkipped()
    var makeRows = RowMaker()
    var printed: Set<String> = []
    guard options.follows else {
      if print(source.chatts, &makeRows, &printed) { _ = try reportMissingClips() }
      return
    }
    var isReported = false
    while print(source.chatts.reversed(), &makeRows, &printed) {
      if !isReported { isReported = try reportMissingClips() }
      guard await console.wait(for: options.pollInterval) else { return }
      try await requests.next()
    }
  }

  private func reportSkipped() {
    guard source.skippedCount > 0 else { return }
    console.report("chatter: skipped malformed rows of the list: \(source.skippedCount)\n")
  }

  /// Reports a list without its clips: with a message for a person, since the rest is complete;
  /// with an error for a script, which could not distinguish it from chatts without clips.
  private func reportMissingClips() throws(ExitError) -> Bool {
    guard let failure = ExitError(ofMissingClips: source.lastError) else { return false }
    if options.isJSON { throw failure }
    console.report("chatter: \(failure.message)\n")
    return true
  }

  /// Prints the chatts that have not been printed; false if the reader is gone.
  private func print(
    _ chatts: [Chatt], _ makeRows: inout RowMaker, _ printed: inout Set<String>
  ) -> Bool {
    let rows = makeRows.rows(chatts)
    for (chatt, row) in zip(chatts, rows) where !printed.contains(row.id) {
      let isTaken =
        options.isJSON
        ? console.write(json: ChattJSON.text(chatt)) : console.write(text(row, chatt))
      guard isTaken else { return false }
    }
    printed = Set(rows.map(\.id))
    return true
  }

  /// Returns a line with author, time, clip and id, and the message below it.
  private func text(_ row: TimelineRow, _ chatt: Chatt) -> String {
    let author = styled(Printable.line(row.author), Style(isBold: true))
    var head = [author, styled(row.time, Style(color: .gray))]
    if let clip = row.clipText(Glyphs(isUnicode: capabilities.isUnicode).clip) {
      head.append(styled(clip, Style(color: .green)))
    }
    if let id = chatt.id { head.append(styled(id.description, Style(color: .gray))) }
    let message = row.message.isEmpty ? [] : Printable.lines(row.message).map { "  \($0)" }
    return ([head.joined(separator: "  ")] + message).joined(separator: "\n") + "\n"
  }

  private func styled(_ text: String, _ style: Style) -> String {
    capabilities.colors == .none ? text : "\u{1B}[\(capabilities.rendition(style))m\(text)\u{1B}[0m"
  }
}
