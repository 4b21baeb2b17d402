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
  private enum Event: Sendable {
    case terminal(TerminalEvent)
    case outcome(FrontEndSession.Outcome)
    case tick
  }

  /// The maximum size of a line, in bytes: a message and the word before it.
  private static let lineBytesMax = LineEditor.bytesMax + 16

  private let session: FrontEndSession
  private let input: AsyncStream<TerminalEvent>
  private let write: @MainActor (String) -> Bool
  private let asksForReader: @MainActor () -> Bool
  /// Whether the input is interactive: the person then hears when a clip has ended.
  private let isTyped: Bool
  /// The chunks that have not been processed, up to the limit of the reader (`ReadAhead`).
  private var pieces: [(bytes: [UInt8], held: HeldPiece?)] = []
  private var lines = LineSplitter(bytesMax: lineBytesMax)
  /// The next command, while it has to wait.
  private var waiting: PlainCommand?
  private var numbers = PlainNumbers()
  private var changes = PlainChanges()
  private var signal: Int32?
  /// Whether the person has asked to quit.
  private var isAsked = false
  private var hasInputEnded = false
  private var hasReader = true

  /// Creates a front end on an input and an output; `write` prints a line, `hasReader` is polled at
  /// each tick, and either returns false once the output has no reader.
  ///
  /// - Parameter isTyped: False for lines from a pipe.
  init(
    _ session: FrontEndSession, input: AsyncStream<TerminalEvent>, isTyped: Bool = true,
    hasReader: @escaping @MainActor () -> Bool = { true },
    write: @escaping @MainActor (String) -> Bool
  ) {
    (self.session, self.input, self.isTyped, self.write) = (session, input, isTyped, write)
    asksForReader = hasReader
  }

  /// Whether to end at once, with commands left undone.
  private var mustEnd: Bool { signal != nil || isAsked || !hasReader }

  /// Whether to end, once each line received has been carried out or waits.
  private var isOver: Bool {
    mustEnd || hasInputEnded && waiting == nil && !session.model.isPosting && !isHeard
  }

  /// Whether a clip is being played or completed.
  private var isHeard: Bool {
    session.model.player.isPlaying || session.model.player.isFinishing
  }

  /// Reads commands until `quit`, the end of the input, or a signal.
  func run() async -> FrontEndEnding {
    let (events, more) = AsyncStream<Event>.makeStream()
    let sources = [
      Task { [input] in for await event in input { more.yield(.terminal(event)) } },
      Task { [session] in
        for await outcome in session.outcomes { more.yield(.outcome(outcome)) }
      },
      Task {
        while (try? await Task.sleep(for: FrontEnd.tickInterval)) != nil { more.yield(.tick) }
      },
    ]
    defer { for source in sources { source.cancel() } }
    say("chatter: \(session.model.username) at \(session.model.server). Type help for commands.")
    session.tick()
    for await event in events {
      switch event {
      case .tick:
        hasReader = hasReader && asksForReader()
        session.tick()
      case .outcome(let outcome): session.take(outcome)
      case .terminal(.bytes(let bytes, let held)): pieces.append((bytes, held))
      case .terminal(.ended): hasInputEnded = true
      case .terminal(.signal(let number)) where TerminalSignals.ending.contains(number):
        signal = number
      case .terminal: break
      }
      tellChanges()
      obeyAll()
      endRepeats()
      if isOver { break }
    }
    if isAsked {
      await session.drop()
      return FrontEndEnding(signal: signal, failure: session.postFailure)
    }
    let unsent = await session.end()
    return FrontEndEnding(signal: signal, unsent: unsent, failure: session.postFailure)
  }

  private func say(_ line: String) {
    if hasReader { hasReader = write(Printable.line(line) + "\n") }
  }

  private func obeyAll() {
    while !mustEnd, let command = waiting ?? nextCommand() {
      let mustWait = mustWait(command)
      waiting = mustWait ? command : nil
      if mustWait { return }
      obey(command)
      tellChanges()
    }
  }

  /// Returns the next command; nil if no complete line is available.
  private func nextCommand() -> PlainCommand? {
    while let line = nextLine() {
      switch line {
      case .text(let text): if let command = PlainCommand(text) { return command }
      case .tooLong(let beginning): refuse(beginning)
      }
    }
    return nil
  }

  private func nextLine() -> LineSplitter.Line? {
    while true {
      if let line = lines.next() { return line }
      if pieces.isEmpty { return hasInputEnded ? lines.end() : nil }
      lines.receive(pieces.removeFirst().bytes)
    }
  }

  /// Reports a line that is too long, as a failed post: only a post can have that much text.
  private func refuse(_ beginning: String) {
    let reason = "a message has at most \(LineEditor.bytesMax / 1024) KiB"
    say("Error: Ignored a line that is too long: \(reason). It begins with: \(beginning)")
    session.fail(postOf: beginning, Trouble("a line was too long: \(reason): \(beginning)", .data))
  }

  /// Turns off repeat where nothing else could end the clip: at the end of the input, or, with
  /// input from a pipe, while the next command waits for the clip to end.
  private func endRepeats() {
    let isAwaited = waiting.map { $0.plays && !isTyped } ?? hasInputEnded
    if isAwaited, session.model.player.isPlaying, session.model.player.repeats {
      session.set(repeats: false)
    }
  }

  private func mustWait(_ command: PlainCommand) -> Bool {
    switch command {
    case .listen: !hasAnswer || !isTyped && isHeard
    case .play: !isTyped && isHeard
    case .list: !hasAnswer || session.model.isPosting
    // A post in progress still uses the clip.
    case .post, .quit, .key(.text("r")), .key(.text("x")): session.model.isPosting
    default: false
    }
  }

  /// Whether the first list, or its error, has arrived.
  private var hasAnswer: Bool { session.model.hasRetrieved || session.model.trouble != nil }

  private func obey(_ command: PlainCommand) {
    session.set(focus: .timeline)
    switch command {
    case .list: list()
    case .listen(let number): listen(number)
    case .play: session.model.player.isPlaying ? say("Already playing.") : press(.text("p"))
    case .pause:
      session.model.player.isPlaying ? press(.text("p")) : say("Nothing is playing.")
    case .key(let key): press(key)
    case .post(let text): post(text)
    case .volume(let volume):
      if let volume { session.set(volume: volume) }
      say("Volume \(Int((session.model.player.volume * 100).rounded())) percent.")
    case .rate(let rate):
      if let rate { session.set(rate: rate) }
      say("Rate \(PlayerPane.factor(session.model.player.rate)).")
    case .repeats:
      press(.text("l"))
      say(session.model.player.repeats ? "Repeat is on." : "Repeat is off.")
    case .position: sayPosition()
    case .help: for (word, meaning) in PlainCommand.words { say("\(word): \(meaning)") }
    case .quit: press(.control("c"))
    case .unknown(let word, let nearest):
      say("Unknown command \(word)" + (nearest.map { ": did you mean \($0)?" } ?? ": type help."))
    case .wrong(let example): say("Invalid arguments. Example: \(example)")
    }
  }

  private func press(_ key: Key) {
    if session.press(key).contains(.quit) { isAsked = true }
  }

  /// Posts a text; a rejected text is repeated after the reason, since the input does not show it.
  private func post(_ text: String) {
    guard session.post(line: text) != nil, !text.isEmpty else { return }
    tellChanges()
    say("Not posted: \(text)")
  }

  private func list() {
    let rows = session.model.rows
    guard session.model.hasRetrieved else {
      return say("The timeline is not loaded: type refresh.")
    }
    if rows.isEmpty { say("No messages yet.") }
    numbers.read(rows)
    for (index, row) in rows.enumerated() { say("\(index + 1). \(row.sentence)") }
  }

  private func listen(_ number: Int) {
    guard let id = numbers.id(of: number) else {
      return say("There is no chatt \(number): type list.")
    }
    guard let place = session.model.rows.firstIndex(where: { $0.id == id }) else {
      return say("Chatt \(number) no longer exists: type list.")
    }
    session.choose(place)
    press(.enter)
  }

  private func sayPosition() {
    let player = session.model.player
    if player.isRecording { return say("Recording, \(player.currentTime.clockText).") }
    guard player.hasClip else { return say("There is no clip.") }
    let verb = player.isPlaying ? "Playing at" : "At"
    say("\(verb) \(player.currentTime.clockText) of \(player.duration.clockText).")
  }

  private func tellChanges() {
    for line in changes.lines(of: session.model, numbers: &numbers) { say(line) }
    session.forgetNotice()
    // The text has been posted or reported, so the line does not keep it.
    if !session.model.isPosting { session.write("") }
  }
}
