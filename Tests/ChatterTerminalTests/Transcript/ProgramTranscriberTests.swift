import Glibc
import System
import TestSupport
import Testing

@testable import ChatterTerminal

/// Programs that follow the lines of a transcriber, and programs that do not.
struct ProgramTranscriberTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private typealias Samples = AsyncThrowingStream<[Int16], any Error>

  private func transcriber(
    _ script: String, _ limits: TranscriberLimits = TranscriberLimits()
  ) -> ProgramTranscriber {
    // Without the option, bash reads ~/.bashrc if its standard input is a socket.
    ProgramTranscriber(
      command: ["/bin/bash", "--norc", "-c", script],
      environment: ["PATH": "/usr/bin:/bin", "FILES": directory.path], limits: limits)
  }

  /// Limits of a program that does not complete the text.
  private var short: TranscriberLimits {
    var limits = TranscriberLimits()
    limits.endTimeout = .milliseconds(200)
    return limits
  }

  /// Returns the last text, and the error.
  private func outcome(
    of texts: AsyncThrowingStream<String, any Error>
  ) async -> (text: String?, error: TranscriberError?) {
    var last: String?
    do {
      for try await text in texts { last = text }
    } catch {
      return (last, error as? TranscriberError)
    }
    return (last, nil)
  }

  /// Returns the outcome of a script that receives these chunks of sound, and then their end.
  private func run(
    _ script: String, _ limits: TranscriberLimits = TranscriberLimits(),
    _ chunks: [[Int16]] = [[0, 0]]
  ) async -> (text: String?, error: TranscriberError?) {
    let (samples, more) = Samples.makeStream()
    for chunk in chunks { more.yield(chunk) }
    more.finish()
    return await outcome(of: transcriber(script, limits).transcribe(samples))
  }

  @Test func yieldsTextBeforeTheEndOfTheSound() async throws {
    let script = """
      head -c 4 > /dev/null; echo partial one
      cat > /dev/null; echo final one two
      """
    let (samples, more) = Samples.makeStream()
    var texts = transcriber(script).transcribe(samples).makeAsyncIterator()
    more.yield([1, 2])
    #expect(try await texts.next() == "one")
    more.finish()
    #expect(try await texts.next() == "one two")
    #expect(try await texts.next() == nil)
  }

  @Test func sendsSoundInLittleEndianBytes() async {
    let script = #"echo "final $(od -An -v -tx1 | tr -d ' \n')""#
    let outcome = await run(script, TranscriberLimits(), [[0x0102], [-1, .min]])
    #expect(outcome.text == "0201ffff0080" && outcome.error == nil)
  }

  @Test func sendsAllSoundToAProgramThatReadsLate() async {
    // More than a socket holds.
    let chunks = [[Int16]](repeating: [Int16](repeating: 7, count: 1_600), count: 250)
    let outcome = await run(#"echo partial 0; echo "final $(wc -c)""#, TranscriberLimits(), chunks)
    #expect(outcome.text == "800000" && outcome.error == nil)
  }

  @Test func reportsTheLastMessageOfAProgramThatFails() async {
    let script = "echo partial one; echo 'no speech model: install one' >&2; exit 69"
    let outcome = await run(script)
    #expect(outcome.text == "one" && outcome.error == .ended("no speech model: install one"))
    #expect(await run("exit 1").error == .ended(nil))
    #expect(await run("echo partial one; kill -KILL $$").error == .ended(nil))
  }

  @Test func reportsAProgramThatCannotBeStarted() async {
    let texts = ProgramTranscriber(command: ["/nowhere/x"]).transcribe(Samples { $0.finish() })
    #expect(
      await outcome(of: texts).error == .notStarted(path: "/nowhere/x", Errno(ENOENT)))
  }

  @Test func killsAProgramThatDoesNotEnd() async throws {
    let script = """
      trap '' TERM HUP; echo $$ > $FILES/process; echo partial one; while true; do sleep 60; done
      """
    let (samples, more) = Samples.makeStream()
    var texts = transcriber(script, short).transcribe(samples).makeAsyncIterator()
    #expect(try await texts.next() == "one")
    more.finish()
    await #expect(throws: TranscriberError.late) { try await texts.next() }
    // It has been reaped by now.
    #expect(try kill(#require(Int32(processID())), 0) == -1)
  }

  private func processID() throws -> String {
    String(decoding: try directory.bytes(of: "process"), as: UTF8.self).filter(\.isNumber)
  }

  @Test(arguments: ["yes partial flood", "yes flood", "yes | tr -d '\\n'"])
  func endsAProgramThatFloodsItsOutput(script: String) async {
    #expect(await run(script, short).error == .late)
  }

  @Test func deliversTextsDuringAFlood() async {
    let script = "yes partial flood | head -n 10000; cat > /dev/null; echo final done"
    let outcome = await run(script)
    #expect(outcome.text == "done" && outcome.error == nil)
  }

  @Test func losesSoundInsteadOfWaitingForAProgramThatDoesNotRead() async {
    var limits = short
    limits.queuedBytesMax = 100
    let chunks = [[Int16]](repeating: [Int16](repeating: 7, count: 1_600), count: 1_000)
    #expect(await run("sleep 3600", limits, chunks).error == .late)
    limits.endTimeout = TranscriberLimits().endTimeout
    let outcome = await run("cat > /dev/null; echo final one", limits, chunks)
    #expect(outcome.text == "one" && outcome.error == .slow)
  }

  @Test func killsTheProgramWhenTheTextIsNotRead() async throws {
    let script = "echo $$ > $FILES/process; echo partial one; cat > /dev/null; sleep 3600"
    let (samples, more) = Samples.makeStream()
    let texts = transcriber(script).transcribe(samples)
    let reading = Task { for try await _ in texts {} }
    var process: Int32?
    try await eventually {
      process = (try? processID()).flatMap { Int32($0) }
      return process != nil
    }
    reading.cancel()
    let number = try #require(process)
    try await eventually { kill(number, 0) == -1 }
    more.finish()
  }

  @Test func findsTheProgramBesideThisOneThenInPath() throws {
    let other = try TemporaryDirectory()
    let name = ProgramTranscriber.name
    let beside = try directory.write("", to: name, permissions: 0o755)
    let inPath = try other.write("", to: name, permissions: 0o755)
    let environment = LaunchEnvironment.fixture(["PATH": "/nowhere:\(other.path)"])
    let own = directory.path(of: "chatter")
    #expect(try ProgramTranscriber.find(environment, beside: own).command == [beside])
    #expect(try ProgramTranscriber.find(environment, beside: nil).command == [inPath])
    #expect(throws: TranscriberError.missing) {
      try ProgramTranscriber.find(.fixture(["PATH": "/nowhere"]), beside: "/nowhere/chatter")
    }
  }
}
