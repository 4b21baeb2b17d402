import Chatter
import ChatterAudio
import ChatterClient
import Glibc
import Testing

@testable import chatter

@MainActor @Suite struct PlainFrontEndTests {
  @Test("each thing that happens is a line, and no line steers the terminal")
  func lines() async {
    let source = FakeSource()
    source.stored = [FakeSource.chatt(1, "bob\u{1B}[1m", "good\nmorning")]
    let bench = SilentBench()
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    let console = RecordingConsole()
    let session = FrontEndSession(
      FrontEndOptions(
        place: ServerPlace(url: "https://h"), username: "ann", sound: SoundChoice(),
        every: .milliseconds(200), isPlain: true, color: .never),
      source: source, player: bench.player)
    let frontEnd = PlainFrontEnd(session, input: input) { console.write($0) }
    let running = Task { await frontEnd.run() }
    func says(_ text: String) async -> Bool {
      await SilentBench.until { console.output.contains(text) }
    }
    #expect(await says("1 chatt. Say list to read it."))
    typing.yield(.bytes(Array("li".utf8)))
    typing.yield(.bytes(Array("st\nrecord\n".utf8)))
    #expect(await says("1. bob\u{FFFD}[1m, "))
    #expect(await says("good morning"))
    #expect(await says("Recording. Say record to end it."))
    await bench.player.settled()
    bench.engine.clock.advance(by: .seconds(2))
    typing.yield(.bytes(Array("record\n".utf8)))
    #expect(await says("Recorded."))
    await bench.player.settled()
    typing.yield(.bytes(Array("play\n".utf8)))
    #expect(await says("Playing."))
    typing.yield(.bytes(Array("where\nstop\n".utf8)))
    #expect(await says("Playing at 00:00 of 00:02."))
    #expect(await says("Stopped."))
    typing.yield(.bytes(Array("post my clip\nplai\nplay 9\nhelp\n".utf8)))
    #expect(await says("Posted."))
    #expect(await says("New: 2. ann, "))
    #expect(await says("Unknown word plai: did you mean play?"))
    #expect(await says("There is no chatt 9: say list."))
    #expect(source.posted.first?.message == "my clip")
    #expect(source.posted.first?.audio != nil)
    typing.yield(.bytes(Array("quit\n".utf8)))
    #expect(await running.value == FrontEndEnding())
    #expect(!console.output.contains("\u{1B}") && !console.output.contains("\r"))
  }

  @Test(
    "a signal and the end of the input end it", arguments: [TerminalEvent.ended, .signal(SIGHUP)])
  func ends(event: TerminalEvent) async {
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    let session = FrontEndSession(
      FrontEndOptions(
        place: ServerPlace(url: "https://h"), username: "ann", sound: SoundChoice(),
        every: .seconds(9), isPlain: true, color: .never),
      source: FakeSource(), player: SilentBench().player)
    typing.yield(event)
    let ending = await PlainFrontEnd(session, input: input) { _ in true }.run()
    #expect(ending.signal == (event == .ended ? nil : SIGHUP))
  }

  private let source = FakeSource()
  private let console = RecordingConsole()

  /// What becomes of input that ends.
  private func run(_ pieces: String...) async -> FrontEndEnding {
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    for piece in pieces { typing.yield(.bytes(Array(piece.utf8))) }
    typing.yield(.ended)
    let session = FrontEndSession(
      FrontEndOptions(
        place: ServerPlace(url: "https://h"), username: "ann", sound: SoundChoice(),
        every: .milliseconds(100), isPlain: true, color: .never),
      source: source, player: SilentBench().player)
    return await PlainFrontEnd(session, input: input) { [console] in console.write($0) }.run()
  }

  @Test("an end of the input waits for what was typed before it, the last line without an end too")
  func endsWhenDone() async {
    let ending = await run("post one\npost two\r\n", "list\npo", "st three")
    #expect(ending == FrontEndEnding())
    #expect(source.posted.map(\.message) == ["one", "two", "three"])
    #expect(console.output.contains("2. ann"))
  }

  @Test("what follows a post by quit is posted, and a quit alone ends at once")
  func quits() async {
    #expect(await run("post one\nquit\npost two\n") == FrontEndEnding())
    #expect(source.posted.map(\.message) == ["one"])
  }

  @Test("a post that failed is what the program ends with")
  func fails() async {
    source.postError = .network(.timedOut)
    let ending = await run("post one\n")
    #expect(ending.failure?.exitCode == .unknownOutcome)
    #expect(ending.failure?.sentence.contains("may have been stored") == true)
    #expect(ending.unsent == Unsent(), "the line is where it came from")
    #expect(console.output.contains("Error: "))
  }

  @Test("of a line that is too long nothing is done")
  func tooLong() async {
    let long = "post " + String(repeating: "x", count: LineEditor.bytesMax + 20) + " quit"
    _ = await run(long + "\npost one\n")
    #expect(source.posted.map(\.message) == ["one"])
    #expect(console.output.contains("The line is too long: a message has 64 KiB at most.\n"))
  }

  @Test("it ends when nobody reads what it says")
  func noReader() async {
    console.textsMax = 1
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    let session = FrontEndSession(
      FrontEndOptions(
        place: ServerPlace(url: "https://h"), username: "ann", sound: SoundChoice(),
        every: .milliseconds(100), isPlain: true, color: .never),
      source: source, player: SilentBench().player)
    let frontEnd = PlainFrontEnd(session, input: input) { [console] in console.write($0) }
    #expect(await frontEnd.run() == FrontEndEnding())
    typing.finish()
  }
}
