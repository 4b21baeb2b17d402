import ChatterAudio

/// The front end in lines, for a screen reader or a terminal without cursor control: each event is
/// a line, and a line that was printed never changes.
///
/// Commands run one after the other. A command that needs the list waits for the first list, and
/// some commands wait for a post in progress. With input from a pipe a clip also waits until the
/// one before it has ended, so that all commands of the pipe are carried out. While a command
/// waits, no line after it is read.
@MainActor
final class PlainFrontEnd {
  /// The maximum size of a line, in bytes: a message and the command before it.
  private static let lineBytesMax = LineEditor.bytesMax + 16

  let session: FrontEndSession
  private let input: AsyncStream<TerminalEvent>
  private let console: any Console
  /// Whether the input is interactive. If so, commands do not wait for the end of a clip.
  private let isTyped: Bool
  private let hasPrompt: Bool
  private var isPromptShown = false
  /// The chunks that have not been processed, up to the limit of the reader (`ReadAhead`).
  private var chunks: [(bytes: [UInt8], token: ReadAheadToken?)] = []
  private var lines = LineSplitter(bytesMax: lineBytesMax)
  private var waiting: PlainCommand?
  private var changes = PlainChanges()
  /// The ids of the unsent items by their numbers, from 1, in the list printed last.
  private var numberedUnsent: [String] = []
  /// The ids of the memos by their numbers, from 1, in the list printed last; nil before it.
  var numberedMemos: [MemoID]?
  private var signal: Int32?
  private var hasQuit = false
  private var hasInputEnded = false
  private var hasReader = true

  /// - Parameter hasPrompt: Whether the lines are shown where the person types. Then only the
  ///   command `where` prints the length of a recording.
  init(
    _ session: FrontEndSession, input: AsyncStream<TerminalEvent>, console: any Console,
    isTyped: Bool = true, hasPrompt: Bool = false
  ) {
    (self.session, self.input, self.console, self.isTyped) = (session, input, console, isTyped)
    self.hasPrompt = hasPrompt
    changes.reportsRecording = !hasPrompt
  }

  /// Whether to end at once, with commands left undone.
  private var mustEnd: Bool { signal != nil || hasQuit || !hasReader }

  /// Whether to end, once each line received has been carried out or waits.
  private var isOver: Bool {
    mustEnd
      || hasInputEnded && waiting == nil && !session.model.isPosting && !hasActiveClip
        && !session.awaitsTranscript
  }

  private var hasActiveClip: Bool {
    session.model.player.isPlaying || session.model.player.isFinishing
      || session.awaitedClip != nil
  }

  func run() async -> FrontEndEnding {
    let events = session.events(input)
    printLine(
      "chatter: \(session.model.username) at \(session.model.server). Type help for commands.")
    numberedUnsent = session.model.unsentList.items.map(\.id)
    if !numberedUnsent.isEmpty {
      let count = UnsentItem.count(numberedUnsent.count)
      printLine("\(count) of an earlier run: type unsent.")
    }
    session.tick()
    for await event in events {
      switch event {
      case .tick:
        hasReader = hasReader && console.hasReader
        session.tick()
      case .outcome(let outcome): session.take(outcome)
      case .terminal(.bytes(let bytes, let token)):
        chunks.append((bytes, token))
        // The terminal has echoed the line break.
        isPromptShown = false
      case .terminal(.ended): hasInputEnded = true
      case .terminal(.signal(let number)): signal = number
      case .terminal(.quiet): break
      }
      printChanges()
      performAll()
      endRepeats()
      if isOver { break }
      prompt()
    }
    let unsent = hasQuit ? await session.drop() : await session.end()
    return FrontEndEnding(signal: signal, unsent: unsent, failure: session.failedPosts.mostSevere)
  }

  func printLine(_ line: String) {
    // The prompt, and what has been typed after it, keep their line.
    let former = isPromptShown ? "\n" : ""
    isPromptShown = false
    if hasReader { hasReader = console.write(former + Printable.line(line) + "\n") }
  }

  /// Prints the prompt, once, where the person may type the next command.
  private func prompt() {
    guard hasPrompt, !isPromptShown, waiting == nil, hasReader else { return }
    isPromptShown = true
    hasReader = console.write("> ")
  }

  private func performAll() {
    while !mustEnd, let command = waiting ?? nextCommand() {
      let mustWait = mustWait(command)
      waiting = mustWait ? command : nil
      if mustWait { return }
      perform(command)
      printChanges()
    }
  }

  private func nextCommand() -> PlainCommand? {
    while let line = nextLine() {
      switch line {
      case .text(let text): if let command = PlainCommand(text) { return command }
      case .tooLong(let prefix): refuse(prefix)
      }
    }
    return nil
  }

  private func nextLine() -> LineSplitter.Line? {
    while true {
      if let line = lines.next() { return line }
      if chunks.isEmpty { return hasInputEnded ? lines.end() : nil }
      lines.receive(chunks.removeFirst().bytes)
    }
  }

  /// Reports a line that is too long, as a failed post: only a post can have that much text.
  private func refuse(_ prefix: String) {
    let reason = "a message has at most \(LineEditor.bytesMax / 1024) KiB"
    printLine("Error: Ignored a line that is too long: \(reason). It begins with: \(prefix)")
    session.failedPosts.add(prefix, ExitError("a line was too long: \(reason): \(prefix)", .data))
  }

  /// Turns off repeat where nothing else could end the clip: at the end of the input, or, with
  /// input from a pipe, while the next command waits for the clip to end.
  private func endRepeats() {
    let isAwaited = waiting.map { $0.plays && !isTyped } ?? hasInputEnded
    if isAwaited, session.model.player.isPlaying, session.model.player.repeats {
      session.act([.setRepeats(false)])
    }
  }

  private func mustWait(_ command: PlainCommand) -> Bool {
    if command.plays, !isTyped, hasActiveClip { return true }
    return switch command {
    case .delete, .listen, .queue, .new: !hasResponse
    case .list: !hasResponse || session.model.isPosting
    // A post in progress still uses the clip.
    case .post, .quit, .key(.text("r")), .key(.text("x")), .unsent(_?, .post),
      .memo(.post):
      session.model.isPosting
    case .memo(.save): session.model.isPosting || session.model.player.isFinishing
    default: false
    }
  }

  /// Whether the first list with all its pages, or an error, has arrived.
  private var hasResponse: Bool {
    session.model.hasRetrieved && session.hasAllPages || session.model.listError != nil
  }

  private func perform(_ command: PlainCommand) {
    // A confirmation is that of the next command.
    if !command.isKey { session.model.takeConfirmation() }
    let player = session.model.player
    switch command {
    case .list: list()
    case .listen(let number): press(.enter, atChatt: number)
    case .queue(let number): queue(from: number)
    case .new: press(.text("A"))
    case .delete(let number): press(.text("D"), atChatt: number)
    case .play where player.isPlaying: printLine("Already playing: type pause or stop.")
    case .pause where !player.isPlaying: printLine("Nothing is playing: type play or play N.")
    case .play, .pause: press(.text("p"))
    case .key(let key): press(key)
    case .post(let text): post(text)
    case .volume(let volume):
      if let volume { session.act([.setVolume(volume)]) }
      printLine("Volume \(Int((session.model.player.volume * 100).rounded())) percent.")
    case .rate(let rate):
      if let rate { session.act([.setRate(rate)]) }
      printLine("Rate \(PlayerPane.factor(session.model.player.rate)).")
    case .repeats:
      press(.text("l"))
      printLine(session.model.player.repeats ? "Repeat is on." : "Repeat is off.")
    case .position: printPosition()
    case .unsent(let number, let use): unsent(number, use)
    case .memo(let command): perform(command)
    case .help(let word):
      let lines = PlainCommand.help(for: word)
      for line in lines { printLine(line) }
      if lines.isEmpty { printLine("There is no command \(word ?? ""): type help.") }
    case .quit: press(.control("c"))
    case .unknown(let word, let nearest):
      printLine(
        "Unknown command \(word)" + (nearest.map { ": did you mean \($0)?" } ?? ": type help."))
    case .wrong(let example): printLine("Invalid arguments. Example: \(example)")
    }
  }

  private func press(_ key: Key) {
    if session.command(key).contains(.quit) { hasQuit = true }
  }

  private func press(_ key: Key, atChatt number: Int) {
    if let place = place(of: number) { _ = session.command(key, at: place) }
  }

  /// Posts a text; a rejected text is repeated after the reason, since the input does not show it.
  private func post(_ text: String) {
    guard session.post(line: text, isTyped: isTyped) != nil, !text.isBlank else { return }
    printChanges()
    printLine("Not posted: \(text)")
  }

  private func list() {
    let rows = session.model.rows
    guard session.model.hasRetrieved else {
      return printLine("The timeline is not loaded: type refresh.")
    }
    if rows.isEmpty { printLine("No messages yet.") }
    changes.number(rows)
    for (index, row) in rows.enumerated() { printLine("\(index + 1). \(row.markedLine)") }
  }

  private func queue(from number: Int?) {
    if let number { return press(.text("a"), atChatt: number) }
    _ = session.command(.text("a"), at: session.model.rows.indices.last ?? 0)
  }

  /// Returns the place of the chatt with a number; prints why there is none.
  private func place(of number: Int) -> Int? {
    guard let id = changes.id(of: number) else {
      printLine("There is no chatt \(number): type list.")
      return nil
    }
    guard let place = session.model.rows.firstIndex(where: { $0.id == id }) else {
      printLine("Chatt \(number) no longer exists: type list.")
      return nil
    }
    return place
  }

  private func unsent(_ number: Int?, _ use: PlainCommand.UnsentUse) {
    guard let number else { return listUnsent() }
    guard numberedUnsent.indices.contains(number - 1),
      let item = session.model.unsentList[numberedUnsent[number - 1]]
    else {
      return printLine("There is no unsent item \(number): type unsent.")
    }
    switch use {
    case .play: session.act(session.model.play(item))
    case .post: session.act(session.model.post(item))
    case .delete: session.act(session.model.delete(item))
    }
  }

  private func listUnsent() {
    let items = session.model.unsentList.items
    if items.isEmpty { return printLine("There is nothing unsent.") }
    numberedUnsent = items.map(\.id)
    for (index, item) in items.enumerated() { printLine("\(index + 1). \(item.line)") }
    printLine(
      "Type unsent play N, unsent post N or unsent delete N. What you do not delete is kept.")
  }

  private func printPosition() {
    let player = session.model.player
    if player.isRecording { return printLine("Recording, \(player.currentTime.clockText).") }
    guard player.hasClip else { return printLine("There is no clip: type play N or record.") }
    printLine(session.player.spokenPosition)
  }

  private func printChanges() {
    for line in changes.lines(of: session.model) { printLine(line) }
    session.model.notice = nil
    // The input has the text.
    if !session.model.isPosting { session.model.editor.clear() }
  }
}
