import Chatter
import ChatterAudio
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
    #expect(await says("1 chatts. Say list to read them."))
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
    #expect(await says("New: ann, "))
    #expect(await says("Unknown word plai: did you mean play?"))
    #expect(await says("There is no chatt 9: say list."))
    #expect(source.posted.first?.message == "my clip")
    #expect(source.posted.first?.audio != nil)
    typing.yield(.bytes(Array("quit\n".utf8)))
    #expect(await running.value == nil)
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
    let signal = await PlainFrontEnd(session, input: input) { _ in }.run()
    #expect(signal == (event == .ended ? nil : SIGHUP))
  }
}
