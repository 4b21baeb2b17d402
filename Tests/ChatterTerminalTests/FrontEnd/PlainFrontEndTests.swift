import Chatter
import ChatterAudio
import ChatterClient
import Glibc
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct PlainFrontEndTests {
  @Test(arguments: [TerminalEvent.ended, .signal(SIGHUP)])
  func endsOnSignalOrEndOfInput(event: TerminalEvent) async {
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    typing.yield(event)
    let ending = await frontEnd(input).run()
    #expect(ending.signal == (event == .ended ? nil : SIGHUP))
  }

  private let source = FakeSource()
  private let console = RecordingConsole()

  private func frontEnd(
    _ input: AsyncStream<TerminalEvent>, _ fixture: SilentFixture = SilentFixture(),
    isTyped: Bool = true
  ) -> PlainFrontEnd {
    let session = FrontEndSession(
      source, fixture.player, pollInterval: .milliseconds(100), isPlain: true)
    return PlainFrontEnd(session, input: input, console: console, isTyped: isTyped)
  }

  /// Runs the front end on these chunks of input.
  private func run(_ chunks: String...) async -> FrontEndEnding {
    await frontEnd(.input(chunks)).run()
  }

  private func count(_ line: String) -> Int {
    console.output.split(separator: "\n").count { $0 == line }
  }

  /// The number of clips that have started.
  private var started: Int {
    console.output.split(separator: "\n").count { $0.hasPrefix("Playing: ") }
  }

  @Test func printsHostileTextAsOneLine() async {
    source.stored = [FakeSource.chatt(1, "bob\u{1B}[1m", "good\nmorning")]
    _ = await run("list\n")
    #expect(console.output.contains("1. bob\u{FFFD}[1m, "))
    #expect(console.output.contains(": good morning\n") && !console.output.contains("\u{1B}"))
  }

  @Test func runsAllCommandsBeforeEndingAtEndOfInput() async {
    let ending = await run("post one\npost two\r\n", "list\npo", "st three")
    #expect(ending == FrontEndEnding())
    #expect(source.posted.map(\.message) == ["one", "two", "three"])
    #expect(console.output.contains("2. ann"))
  }

  @Test func finishesPostBeforeQuitAndIgnoresLaterLines() async {
    #expect(await run("post one\nquit\npost two\n") == FrontEndEnding())
    #expect(source.posted.map(\.message) == ["one"])
  }

  @Test func endsWithErrorOfFailedPost() async {
    source.postError = .network(.timedOut)
    let ending = await run("post one\n")
    #expect(ending.failure?.exitCode == .unknownOutcome)
    let key = source.kept?.text ?? "?"
    #expect(ending.failure?.message.contains("--key \(key), which stores it only once") == true)
    #expect(console.output.contains("--key \(key)"), "printed for each such post")
    #expect(ending.unsent == Unsent(), "the input still has the line")
    #expect(console.output.contains("Error: "))
  }

  @Test func reportsOverlongLineAndFails() async {
    let long = "post " + String(repeating: "x", count: LineEditor.bytesMax + 20) + " quit"
    let ending = await run(long + "\npost one\n")
    #expect(source.posted.map(\.message) == ["one"])
    #expect(
      console.output.contains(
        "Error: Ignored a line that is too long: a message has at most 64 KiB."))
    #expect(console.output.contains(" It begins with: post xxxxxxxxxxxxxxxxxxxx"))
    #expect(ending.failure?.exitCode == .data)
  }

  @Test func repeatsTextOfRejectedPostAndFails() async {
    let ending = await run("record\npost one\n")
    #expect(source.posted.isEmpty && ending.failure?.exitCode == .temporary)
    #expect(
      console.output.contains(
        "Stop the recording first: type record.\nNot posted: one\n"), "\(console.output)")
    #expect(ending.unsent.clip != nil)
  }

  @Test func succeedsWhenRejectedPostSucceedsLater() async {
    let ending = await run("record\npost one\nrecord\npost one\n")
    #expect(source.posted.map(\.message) == ["one"] && source.posted.first?.audio != nil)
    #expect(ending == FrontEndEnding())
  }

  @Test func playsPipedClipsOneAfterTheOther() async throws {
    let clip = SilentClip.bytes(lasting: .seconds(2))
    source.stored = [FakeSource.chatt(1, "bob", "x", audio: clip)]
    let fixture = SilentFixture()
    let frontEnd = frontEnd(.input(["play 1\nplay 1\n"]), fixture, isTyped: false)
    let running = Task { await frontEnd.run() }
    for number in 1...2 {
      try await eventually { started == number }
      #expect(count("Stopped.") == number - 1)
      await fixture.player.settled()
      fixture.engine.clock.advance(by: .seconds(2))
    }
    #expect(await running.value == FrontEndEnding())
    #expect(started == 2 && count("Stopped.") == 2)
  }

  @Test func playsAllClipsFromTheOldestOn() async throws {
    let clip = SilentClip.bytes(lasting: .seconds(2))
    source.stored = [2, 1].map { FakeSource.chatt($0, "bob", "x\($0)", audio: clip) }
    let fixture = SilentFixture()
    let frontEnd = frontEnd(.input(["queue\n"]), fixture, isTyped: false)
    let running = Task { await frontEnd.run() }
    try await eventually { started == 1 }
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    try await eventually { started == 2 }
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    #expect(await running.value == FrontEndEnding())
    #expect(count("All clips played.") == 1 && console.output.contains(": x2\n"))
  }

  @Test func playsTypedClipAtOnce() async throws {
    let clip = SilentClip.bytes(lasting: .seconds(2))
    source.stored = [FakeSource.chatt(1, "bob", "x", audio: clip)]
    let fixture = SilentFixture()
    let frontEnd = frontEnd(.input(["play 1\nplay\nplay 1\n"]), fixture)
    let running = Task { await frontEnd.run() }
    try await eventually { count("Already playing: type pause or stop.") == 1 }
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    #expect(await running.value == FrontEndEnding())
    #expect(count("Stopped.") == 1)
  }

  @Test func stopsRepeatingAtEndOfInput() async throws {
    source.stored = [
      FakeSource.chatt(1, "bob", "x", audio: SilentClip.bytes(lasting: .seconds(2)))
    ]
    let fixture = SilentFixture()
    let frontEnd = frontEnd(.input(["repeat\nplay 1\n"]), fixture)
    let running = Task { await frontEnd.run() }
    try await eventually { started == 1 && !fixture.player.repeats }
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    #expect(await running.value == FrontEndEnding())
  }

  @Test func reportsRateWhileEngineIsStillChangingIt() async {
    let session = FrontEndSession(source, AudioPlayer(engine: SlowEngine()), isPlain: true)
    _ = await PlainFrontEnd(session, input: .input(["volume 50\nrate 2\n"]), console: console).run()
    #expect(count("Volume 50 percent.") == 1 && count("Rate 2.") == 1)
  }

  @Test func countsPostWithoutTextAsFailedOnlyFromAPipe() async {
    #expect(await run("post\npost  \n") == FrontEndEnding())
    #expect(console.output.contains("Write something, or record: type record."))
    let piped = await frontEnd(.input(["post\n"]), isTyped: false).run()
    #expect(piped.failure?.exitCode == .data && source.posted.isEmpty)
  }

  @Test func asksBeforeDiscardingRecording() async {
    let ending = await run("record\nstop\ndiscard\nlist\ndiscard\n")
    #expect(ending.unsent.clip != nil, "a command between the two cancels the request")
    #expect(count("Your recording is not posted; to discard it: type discard.") == 2)
    #expect(count("Recording discarded.") == 0)
    #expect(await run("record\nstop\ndiscard\ndiscard\n").unsent == Unsent())
    #expect(count("Recording discarded.") == 1)
  }

  @Test func stopsReadingWhileCommandWaits() async throws {
    source.holdsPosts = true
    let ahead = ReadAhead {}
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    for number in 1...ReadAhead.chunksMax {
      typing.yield(.bytes(Array("post \(number)\n".utf8), ahead.acquire()))
    }
    let frontEnd = frontEnd(input)
    let running = Task { await frontEnd.run() }
    try await eventually { source.isPostInProgress && !ahead.isFull }
    for _ in 1...2 { typing.yield(.bytes(Array("post more\n".utf8), ahead.acquire())) }
    typing.yield(.ended)
    #expect(ahead.isFull)
    source.holdsPosts = false
    #expect(await running.value == FrontEndEnding())
    #expect(source.posted.count == ReadAhead.chunksMax + 2 && !ahead.isFull)
  }

  @Test func endsWhenOutputHasNoReader() async {
    console.textsMax = 1
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    #expect(await frontEnd(input).run() == FrontEndEnding())
    typing.finish()
  }
}
