import ChatterAudio
import ChatterClient
import Glibc
import Program

/// Puts the parts of each verb together, and runs it.
@MainActor
struct App {
  private let surroundings: Surroundings
  private let console: StandardConsole

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    console = StandardConsole(surroundings)
  }

  /// Does what was asked, and says on standard error why it could not.
  func run(_ command: Command) async -> ExitCode {
    do throws(Trouble) {
      try await perform(command)
      return checkOutput()
    } catch {
      console.note("chatter: \(error.sentence)\n")
      return error.exitCode
    }
  }

  /// Says on standard error why a command line cannot be obeyed.
  func refuse(_ error: CommandError) -> ExitCode {
    console.note("chatter: \(error)\n")
    return error.exitCode
  }

  /// What was not written was not done. A reader that has gone is told as other programs of a
  /// pipeline tell it: by the signal.
  private func checkOutput() -> ExitCode {
    switch console.outputFailure {
    case nil: return .success
    case .readerGone?: TerminalSignals.die(of: SIGPIPE)
    case let failure?: console.note("chatter: standard output: \(failure)\n")
    }
    return .output
  }

  private var glyphs: Glyphs { Glyphs(isUnicode: surroundings.showsUnicode) }

  private func perform(_ command: Command) async throws(Trouble) {
    switch command {
    case .frontEnd(let options): try await frontEnd(options)
    case .list(let options): try await list(options)
    case .post(let options): try await post(options)
    case .play(let options): try await play(options)
    case .record(let options): try await record(options)
    case .queue(let options): try await queue(options)
    case .server(let options):
      try ServerVerb(
        options: options, file: SettingsFile(surroundings), console: console
      ).run()
    case .completion(let shell): console.write(Completion.text(for: shell))
    case .manual: console.write(ManualPage.text)
    case .help(let verb): console.write(Help.text(verb))
    case .version: console.write("chatter \(Version.text)\n")
    }
  }

  private func store(_ place: ServerPlace) throws(Trouble) -> ChattStore {
    ChattStore(try place.server())
  }

  private func player(_ sound: SoundChoice) -> AudioPlayer {
    AudioPlayer(engine: sound.engine, settings: sound.settings)
  }

  private func frontEnd(_ options: FrontEndOptions) async throws(Trouble) {
    let session = FrontEndSession(
      options, source: try store(options.place), player: player(options.sound)
    ) { [console] sentence in console.note("chatter: \(Printable.line(sentence))\n") }
    for left in await Leftover.all(of: AudioRecorder.leftovers, on: options.sound.engine) {
      session.note(left.sentence)
      // The screen hides what was written before it; lines stand below it.
      if !options.isPlain { session.say(left.notice) }
    }
    let ending: FrontEndEnding
    if options.isPlain {
      ending = await PlainFrontEnd(
        session, input: try input(read: true), isTyped: surroundings.isInputTerminal,
        hasReader: { [console] in console.hasReader }
      ) { [console] line in
        console.write(line)
      }.run()
    } else {
      guard let terminal = Terminal() else { throw Self.noReader }
      let look = Look(surroundings, color: options.color, isTerminal: true)
      ending = await FrontEnd(session, on: terminal, look: look).run()
    }
    for sentence in ending.unsent.keep(surroundings) { console.note("chatter: \(sentence)\n") }
    if let signal = ending.signal {
      if let failure = ending.failure { console.note("chatter: \(failure.sentence)\n") }
      TerminalSignals.die(of: signal)
    }
    if let failure = ending.failure { throw failure }
  }

  private func list(_ options: ListOptions) async throws(Trouble) {
    let look = Look(surroundings, color: options.color, isTerminal: surroundings.isOutputTerminal)
    let verb = ListVerb(
      options: options, source: try store(options.place), console: console, look: look)
    try await untilSignal { () async throws(Trouble) in try await verb.run() }
  }

  private func post(_ options: PostOptions) async throws(Trouble) {
    let content = try PostVerb.Content(options)
    let isTyped = options.audio == .recording(time: nil)
    let interruption = Interruption(try input(read: isTyped))
    defer { TerminalSignals.restore() }
    let verb = PostVerb(
      options: options, content: content, source: try store(options.place), console: console,
      glyphs: glyphs, interruption: interruption
    ) { path, time async throws(Trouble) in
      try await recorder(
        to: path, for: time, bytesMax: Files.recordingBytesMax, options.sound,
        interruption.events()
      ).run() == nil
    }
    do throws(Trouble) {
      try await verb.run()
    } catch {
      guard interruption.signal != nil else { throw error }
      console.note("chatter: \(error.sentence)\n")
    }
    if let signal = interruption.signal { TerminalSignals.die(of: signal) }
  }

  private func play(_ options: PlayOptions) async throws(Trouble) {
    let verb = PlayVerb(
      options: options, source: try options.place.map(store), player: player(options.sound),
      console: console, glyphs: glyphs)
    try await untilSignal { () async throws(Trouble) in try await verb.run() }
  }

  /// A signal ends the recording, which is then as good as one that Enter ended; before there is one,
  /// it ends the program.
  private func record(_ options: RecordOptions) async throws(Trouble) {
    defer { TerminalSignals.restore() }
    var verb = try recorder(
      to: surroundings.absolute(options.path), for: options.time, bytesMax: .max, options.sound,
      // A job in the background that has its time must not read the terminal (SIGTTIN).
      try input(read: options.time == nil))
    verb.overwrites = options.overwrites
    if let signal = try await verb.run() { TerminalSignals.die(of: signal) }
  }

  private func recorder(
    to path: String, for time: Duration?, bytesMax: Int, _ sound: SoundChoice,
    _ events: AsyncStream<TerminalEvent>
  ) throws(Trouble) -> RecordVerb {
    var readsFile = false
    if case .file(let source) = sound.source {
      guard Files.isRegular(source) else { throw Trouble("\(source): is no file", .noInput) }
      readsFile = true
    }
    let recorder = AudioRecorder(engine: sound.engine, settings: sound.settings)
    return RecordVerb(
      path: path, time: time, bytesMax: bytesMax, readsFile: readsFile,
      recorder: FileRecording(recorder), console: console, glyphs: glyphs, events: events,
      isEchoed: surroundings.isInputTerminal)
  }

  private func queue(_ options: QueueOptions) async throws(Trouble) {
    // Without a session bus, as over ssh, there are no media keys.
    let controls = try? await SessionBusControls()
    let queue = PlaybackQueue(player: player(options.sound), controls: controls)
    let verb = QueueVerb(
      options: options, source: try store(options.place), queue: queue, console: console,
      glyphs: glyphs)
    try await untilSignal { () async throws(Trouble) in try await verb.run() }
  }

  /// Does the whole of a verb; a signal ends it in order, so that no line of progress stays, and is
  /// then what the program ends by.
  private func untilSignal(
    _ work: @escaping @MainActor () async throws(Trouble) -> Void
  ) async throws(Trouble) {
    let interruption = Interruption(try input(read: false))
    // Nobody listens to them then.
    defer { TerminalSignals.restore() }
    do throws(Trouble) {
      try await interruption.run(work)
    } catch {
      guard interruption.signal != nil else { throw error }
    }
    if let signal = interruption.signal { TerminalSignals.die(of: signal) }
  }

  /// What is typed, and signals, with the terminal as it is.
  private func input(read: Bool) throws(Trouble) -> AsyncStream<TerminalEvent> {
    guard let reader = TerminalReader(input: read ? 0 : nil) else { throw Self.noReader }
    TerminalSignals.catchEnding(tellTo: reader.tellTo)
    reader.start()
    return reader.events
  }

  private static let noReader = Trouble("there are too few file descriptors", .internal)
}
