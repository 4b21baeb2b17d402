import Arguments
import ChatterAudio
import ChatterClient
import Glibc
import System

@MainActor
struct VerbRunner {
  private let environment: LaunchEnvironment
  private let console: StandardConsole

  init(_ environment: LaunchEnvironment) {
    self.environment = environment
    console = StandardConsole(environment)
  }

  /// Runs a command; on failure prints the error to standard error.
  func run(_ command: Command) async -> ExitCode {
    do throws(ExitError) {
      try await perform(command)
      return checkOutput()
    } catch {
      console.report("chatter: \(error.message)\n")
      return error.exitCode
    }
  }

  func refuse(_ error: CommandError) -> ExitCode {
    console.report("chatter: \(error)\n")
    return error.isUsage ? .usage : .configuration
  }

  /// Returns the exit code for the state of standard output; ends by SIGPIPE if its reader is gone.
  private func checkOutput() -> ExitCode {
    switch console.outputFailure {
    case nil: return .success
    case .readerGone?: TerminalSignals.terminate(by: SIGPIPE)
    case let failure?: console.report("chatter: standard output: \(failure)\n")
    }
    return .output
  }

  private func perform(_ command: Command) async throws(ExitError) {
    switch command {
    case .frontEnd(let options): try await frontEnd(options)
    case .list(let options):
      mentionUnsent()
      let capabilities = TerminalCapabilities(
        environment, color: options.color, isTerminal: environment.isOutputTerminal)
      try await untilSignal(
        ListVerb(
          options: options, source: try store(options.place), console: console,
          capabilities: capabilities, heard: HeardFile(environment, at: options.place)
        ).run)
    case .post(let options):
      mentionUnsent()
      try await post(options)
    case .play(let options): try await play(options)
    case .save(let options):
      try await untilSignal(
        SaveVerb(
          options: options, source: try store(options.place), console: console,
          isOutputTerminal: environment.isOutputTerminal
        ).run)
    case .record(let options): try await record(options)
    case .queue(let options): try await queue(options)
    case .delete(let options):
      try await DeleteVerb(
        options: options, source: try store(options.place), console: console, readReply: readReply
      ).run()
    case .server(let options):
      try await ServerVerb(
        options: options, file: SettingsFile(environment), console: console, readReply: readReply,
        readToken: readToken
      ).run()
    case .signIn: try await signIn()
    case .signOut: try TokenVerb(file: SettingsFile(environment), console: console).signOut()
    case .print(let text): console.write(text)
    }
  }

  /// Reads a line of a person's reply; nil if there is nobody to ask.
  private var readReply: (() -> String?)? {
    environment.isInputTerminal && environment.isErrorTerminal ? { readLine() } : nil
  }

  /// Mentions on a terminal, in one line, what the front end offers at its start.
  private func mentionUnsent() {
    guard environment.isErrorTerminal,
      let line = UnsentItem.mention(environment, leftovers: TemporaryRecording.leftovers)
    else { return }
    console.report("chatter: \(line)\n")
  }

  private func store(_ place: ServerPlace) throws(ExitError) -> ChattStore {
    ChattStore(try place.server(), tokens: DeleteTokenFile(environment))
  }

  private func frontEnd(_ options: FrontEndOptions) async throws(ExitError) {
    let player = options.sound.player
    player.skipInterval = options.skip
    let session = FrontEndSession(
      options, source: try store(options.place), player: player
    ) { [console] message in console.report("chatter: \(Printable.line(message))\n") }
    session.player.transcriber = try transcriber(options.transcribes)
    session.memos = try? MemoStore(environment)
    session.heard = HeardFile(environment, at: options.place)
    session.model.unsentList.items =
      await UnsentItem.leftovers(TemporaryRecording.leftovers, on: options.sound.engine)
      + UnsentItem.saved(environment)
    session.follow()
    let ending: FrontEndEnding
    if options.isPlain {
      ending = await PlainFrontEnd(
        session, input: try input(read: true), console: console,
        isTyped: environment.isInputTerminal,
        hasPrompt: environment.isInputTerminal && environment.isOutputTerminal
      ).run()
    } else {
      guard let terminal = Terminal() else { throw Self.noReader }
      let capabilities = TerminalCapabilities(environment, color: options.color, isTerminal: true)
      ending = await FrontEnd(session, on: terminal, capabilities: capabilities).run()
    }
    for message in ending.unsent.save(environment) { console.report("chatter: \(message)\n") }
    if let signal = ending.signal {
      if let failure = ending.failure { console.report("chatter: \(failure.message)\n") }
      TerminalSignals.terminate(by: signal)
    }
    if let failure = ending.failure { throw failure }
  }

  private func post(_ options: PostOptions) async throws(ExitError) {
    let draft = try PostVerb.Draft(options)
    let isTyped = options.audio == .recording(time: nil)
    let interruption = Interruption(try input(read: isTyped))
    defer { TerminalSignals.restore() }
    let verb = PostVerb(
      options: options, draft: draft, source: try store(options.place), console: console,
      interruption: interruption
    ) { path, time async throws(ExitError) in
      var verb = try recorder(
        to: path, for: time, bytesMax: ClipLimit.recordedBytesMax, options.sound,
        interruption.events())
      verb.overwrites = true
      return try await verb.run() == nil
    }
    do throws(ExitError) {
      try await verb.run()
    } catch {
      guard interruption.signal != nil else { throw error }
      console.report("chatter: \(error.message)\n")
    }
    if let signal = interruption.signal { TerminalSignals.terminate(by: signal) }
  }

  private func play(_ options: PlayOptions) async throws(ExitError) {
    // In the background a read (SIGTTIN) and new attributes (SIGTTOU) would stop the program.
    let hasKeys =
      environment.isInputTerminal && environment.isErrorTerminal && options.clip != .file("-")
      && TerminalState.isInForeground
    let interruption = Interruption(try input(read: hasKeys, waitsForForeground: true))
    if hasKeys { TerminalState.takeKeys() }
    defer { TerminalState.restore() }
    let verb = PlayVerb(
      options: options, source: try options.place.map(store), player: options.sound.player,
      console: console, keys: hasKeys ? interruption.events() : nil,
      heard: options.place.flatMap { HeardFile(environment, at: $0) })
    try await untilSignal(verb.run, interruption)
  }

  private func queue(_ options: QueueOptions) async throws(ExitError) {
    let heard = HeardFile(environment, at: options.place)
    if options.new, heard == nil {
      throw ExitError(
        "no home directory to know what was heard: set HOME or XDG_STATE_HOME", .configuration)
    }
    // Without a session bus, as over ssh, no media keys arrive.
    let controls = try? await SessionBusControls()
    let queue = PlaybackQueue(player: options.sound.player, controls: controls)
    try await untilSignal(
      QueueVerb(
        options: options, source: try store(options.place), queue: queue, console: console,
        heard: heard
      ).run)
  }

  private func signIn() async throws(ExitError) {
    try await TokenVerb(file: SettingsFile(environment), console: console).signIn(readToken)
  }

  /// Reads a token from standard input; in a terminal without showing it.
  private func readToken() throws(ExitError) -> [UInt8] {
    guard environment.isInputTerminal else {
      // One byte more for the end of the line, and one for CR.
      return try Files.input("-", bytesMax: AccessToken.bytesMax + 2)
    }
    // An interrupt must not leave the terminal without an echo.
    TerminalSignals.catchAtOnce()
    defer { TerminalSignals.restore() }
    TerminalState.hideLines()
    defer { TerminalState.restore() }
    console.report("Token (not shown): ")
    return Array((readLine() ?? "").utf8)
  }

  /// Records until a signal, which completes the recording, or ends the program before it starts.
  private func record(_ options: RecordOptions) async throws(ExitError) {
    defer { TerminalSignals.restore() }
    var verb = try recorder(
      to: environment.absolute(options.path), for: options.time, bytesMax: .max, options.sound,
      // A background job with a time limit must not read the terminal (SIGTTIN).
      try input(read: options.time == nil))
    verb.overwrites = options.overwrites
    if let warning = RecordVerb.warning(ofName: options.path) {
      console.report("chatter: \(Printable.line(warning))\n")
    }
    verb.transcriber = try transcriber(options.transcribes)
    if let signal = try await verb.run() { TerminalSignals.terminate(by: signal) }
  }

  /// Returns the transcriber if one is wanted; throws if it is not installed.
  private func transcriber(_ isWanted: Bool) throws(ExitError) -> (any Transcriber)? {
    guard isWanted else { return nil }
    do throws(TranscriberError) {
      return try ProgramTranscriber.find(environment)
    } catch {
      throw ExitError("\(error)", .unavailable)
    }
  }

  private func recorder(
    to path: String, for time: Duration?, bytesMax: Int, _ sound: SoundChoice,
    _ events: AsyncStream<TerminalEvent>
  ) throws(ExitError) -> RecordVerb {
    var readsFile = false
    if case .file(let source) = sound.source {
      guard Files.isRegular(source) else {
        let reason = Files.exists(source) ? "not a regular file" : "no such file"
        throw ExitError("\(source): \(reason)", .noInput)
      }
      readsFile = true
    }
    return RecordVerb(
      path: path, time: time, bytesMax: bytesMax, readsFile: readsFile,
      recorder: sound.recorder, console: console, events: events,
      isEchoed: environment.isInputTerminal)
  }

  private func untilSignal(
    _ work: @escaping @MainActor () async throws(ExitError) -> Void, _ given: Interruption? = nil
  ) async throws(ExitError) {
    let interruption = if let given { given } else { Interruption(try input(read: false)) }
    // After this nothing reads the signals.
    defer { TerminalSignals.restore() }
    do throws(ExitError) {
      try await interruption.run(work)
    } catch {
      guard interruption.signal != nil else { throw error }
    }
    if let signal = interruption.signal { TerminalSignals.terminate(by: signal) }
  }

  /// Returns input and signals, without changing the terminal's mode.
  private func input(
    read: Bool, waitsForForeground: Bool = false
  ) throws(ExitError) -> AsyncStream<TerminalEvent> {
    guard
      let reader = TerminalReader(input: read ? 0 : nil, waitsForForeground: waitsForForeground)
    else { throw Self.noReader }
    TerminalSignals.catchSignals(signalPipe: reader.signalPipe)
    reader.start()
    return reader.events
  }

  private static let noReader = ExitError(
    "out of file descriptors: raise the limit (ulimit -n)", .internal)
}
