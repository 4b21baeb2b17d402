import ChatterAudio

/// The front end in lines, for a screen reader or a terminal that cannot do more: each thing that
/// happens is a line, and nothing that was written changes.
///
/// Lines are obeyed one after the other: what needs the list waits for the first one, and what
/// follows a post may wait for that, so that a pipe that ends has had all of it done.
@MainActor
final class PlainFrontEnd {
  private enum Event: Sendable {
    case terminal(TerminalEvent)
    case outcome(FrontEndSession.Outcome)
    case tick
  }

  /// A message, with the word before it.
  private static let lineBytesMax = LineEditor.bytesMax + 16

  private let session: FrontEndSession
  private let input: AsyncStream<TerminalEvent>
  private let write: @MainActor (String) -> Bool
  private let asksForReader: @MainActor () -> Bool
  private var lines = LineSplitter(bytesMax: lineBytesMax)
  /// What was typed and has to wait.
  private var commands: [PlainCommand] = []
  private var numbers = PlainNumbers()
  private var changes = PlainChanges()
  private var signal: Int32?
  /// Whether a person has asked for the end.
  private var isAsked = false
  private var hasInputEnded = false
  private var hasReader = true

  /// Takes what writes a line, and what is asked while there is none to write; false from either says
  /// that nobody reads any more.
  init(
    _ session: FrontEndSession, input: AsyncStream<TerminalEvent>,
    hasReader: @escaping @MainActor () -> Bool = { true },
    write: @escaping @MainActor (String) -> Bool
  ) {
    (self.session, self.input, self.write) = (session, input, write)
    asksForReader = hasReader
  }

  private var isOver: Bool {
    signal != nil || isAsked || !hasReader
      || hasInputEnded && commands.isEmpty && !session.model.isPosting
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
    say("chatter: \(session.model.username) at \(session.model.server). Say help for the words.")
    session.tick()
    for await event in events {
      switch event {
      case .tick:
        hasReader = hasReader && asksForReader()
        session.tick()
      case .outcome(let outcome): session.take(outcome)
      case .terminal(.bytes(let bytes)): take(lines.receive(bytes))
      case .terminal(.ended):
        hasInputEnded = true
        take(lines.end().map { [$0] } ?? [])
      case .terminal(.signal(let number)) where TerminalSignals.ending.contains(number):
        signal = number
      case .terminal: break
      }
      tellChanges()
      obeyAll()
      if isOver { break }
    }
    let unsent = await session.end()
    return FrontEndEnding(
      signal: signal, unsent: isAsked ? Unsent() : unsent, failure: session.postFailure)
  }

  private func say(_ line: String) {
    if hasReader { hasReader = write(Printable.line(line) + "\n") }
  }

  private func take(_ lines: [LineSplitter.Line]) {
    for line in lines {
      switch line {
      case .text(let text): if let command = PlainCommand(text) { commands.append(command) }
      case .tooLong:
        say("The line is too long: a message has \(LineEditor.bytesMax / 1024) KiB at most.")
      }
    }
  }

  private func obeyAll() {
    while !isOver, let command = commands.first, !mustWait(command) {
      commands.removeFirst()
      obey(command)
      tellChanges()
    }
  }

  private func mustWait(_ command: PlainCommand) -> Bool {
    switch command {
    case .listen: !hasAnswer
    case .list: !hasAnswer || session.model.isPosting
    // What is on its way takes its clip with it.
    case .post, .quit, .key(.text("r")), .key(.text("x")): session.model.isPosting
    default: false
    }
  }

  /// Whether the list, or why it did not come, is known.
  private var hasAnswer: Bool { session.model.hasRetrieved || session.model.trouble != nil }

  private func obey(_ command: PlainCommand) {
    session.set(focus: .timeline)
    switch command {
    case .list: list()
    case .listen(let number): listen(number)
    case .play: session.model.player.isPlaying ? say("It plays already.") : press(.text("p"))
    case .pause:
      session.model.player.isPlaying ? press(.text("p")) : say("Nothing is being played.")
    case .key(let key): press(key)
    case .post(let text):
      session.write(text)
      press(.enter)
    case .volume(let volume):
      if let volume { session.set(volume: volume) }
      say("Volume \(Int((session.model.player.volume * 100).rounded())) percent.")
    case .rate(let rate):
      if let rate { session.set(rate: rate) }
      say("Rate \(PlayerPane.factor(session.model.player.rate)).")
    case .repeats:
      press(.text("l"))
      say(session.model.player.repeats ? "The clip repeats." : "The clip ends at its end.")
    case .position: sayPosition()
    case .help: for (word, meaning) in PlainCommand.words { say("\(word): \(meaning)") }
    case .quit: press(.control("c"))
    case .unknown(let word, let nearest):
      say("Unknown word \(word)" + (nearest.map { ": did you mean \($0)?" } ?? ": say help."))
    case .wrong(let example): say("Say it as in: \(example)")
    }
  }

  private func press(_ key: Key) {
    if session.press(key).contains(.quit) { isAsked = true }
  }

  private func list() {
    let rows = session.model.rows
    guard session.model.hasRetrieved else {
      return say("The list has not come yet: say refresh.")
    }
    if rows.isEmpty { say("Nobody has said anything yet.") }
    numbers.read(rows)
    for (index, row) in rows.enumerated() { say("\(index + 1). \(row.sentence)") }
  }

  private func listen(_ number: Int) {
    guard let id = numbers.id(of: number) else {
      return say("There is no chatt \(number): say list.")
    }
    guard let place = session.model.rows.firstIndex(where: { $0.id == id }) else {
      return say("Chatt \(number) is no longer there: say list.")
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
    // The line that was posted is with the person who typed it.
    if !session.model.isPosting { session.write("") }
  }
}
