import Chatter
import SilentAudio
import TestSupport
import Testing

@testable import ChatterAudio

@MainActor struct AudioRecorderTests {
  let directory = try! TemporaryDirectory()
  let engine = SilentEngine { $0 / .seconds(1) }

  var path: String { directory.path + "/memo.m4a" }

  @Test func recordsFromStartToStopAt12kHz() async throws {
    let recorder = AudioRecorder(engine: engine)
    var events = recorder.events.makeAsyncIterator()
    #expect(recorder.currentTime == .zero)
    #expect(!recorder.isRecording)
    try await recorder.start(to: path)
    #expect(recorder.isRecording)
    engine.clock.advance(by: .seconds(61))
    #expect(recorder.currentTime == .seconds(61))
    #expect(recorder.currentTimeString == "01:01")
    #expect(try await recorder.stop() == .seconds(61))
    #expect(!recorder.isRecording)
    #expect(recorder.currentTime == .zero)
    let facts = try AudioClip(bytes: try await OpenFile.readClip(path)).facts
    #expect(facts.duration == .seconds(61))
    #expect(facts.sampleRate == 12_000)
    #expect(await events.next() == .finished(.seconds(61)))
  }

  @Test(arguments: RecordingSettings.sampleRates)
  func acceptsEachSampleRateOfAAC(rate: Int) async throws {
    let recorder = AudioRecorder(engine: engine, settings: RecordingSettings(sampleRate: rate))
    try await recorder.start(to: path)
    try await recorder.stop()
    #expect(try AudioClip(bytes: try await OpenFile.readClip(path)).facts.sampleRate == rate)
  }

  @Test(arguments: [Int.min, -1, 0, 7_999, 10_000, 40_000, 48_001, Int.max])
  func namesTheRatesOfClipsForOthers(rate: Int) async {
    let recorder = AudioRecorder(engine: engine)
    recorder.settings.sampleRate = rate
    let error = AudioError.unsupported(
      "the sample rate must be one of 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100,"
        + " 48000 Hz, not \(rate)")
    await #expect(throws: error) { try await recorder.start(to: path) }
    recorder.settings.sampleRate = 44_100
    await #expect(throws: Never.self) { try await recorder.start(to: path) }
  }

  @Test func sendsTenLevelsASecondToEachListener() async throws {
    let recorder = AudioRecorder(engine: engine)
    let (first, second) = (recorder.levels, recorder.levels)
    #expect(recorder.levelHistory.isEmpty)
    try await recorder.start(to: path)
    engine.clock.advance(by: .milliseconds(1300))
    for stream in [first, second] {
      var levels: [Double] = []
      var iterator = stream.makeAsyncIterator()
      while levels.count < 13, let level = await iterator.next() { levels.append(level) }
      #expect(levels == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1, 1, 1])
      #expect(recorder.levelHistory.starts(with: levels))
    }
    #expect(recorder.level == 1)
    try await recorder.stop()
    #expect(recorder.level == 0)
    for await level in first { Issue.record("\(level)") }
  }

  @Test func treatsInvalidLevelsAsSilence() async throws {
    let odd = SilentEngine { $0 < .milliseconds(150) ? .nan : -3 }
    let recorder = AudioRecorder(engine: odd)
    var levels = recorder.levels.makeAsyncIterator()
    try await recorder.start(to: path)
    odd.clock.advance(by: .milliseconds(200))
    #expect(await levels.next() == 0)
    #expect(await levels.next() == 0)
  }

  @Test func notifiesObserversOfTheTime() async throws {
    let recorder = AudioRecorder(engine: engine)
    try await recorder.start(to: path)
    for _ in 1...3 {
      await waitForChange(of: recorder.currentTime) {
        engine.clock.advance(by: .milliseconds(100))
      }
    }
    #expect(recorder.currentTime == .milliseconds(300))
  }

  @Test func reportsAMissingSourceOrPermission() async {
    let recorder = AudioRecorder(engine: engine)
    var events = recorder.events.makeAsyncIterator()
    engine.denial = .noSource
    await #expect(throws: AudioError.noSource) { try await recorder.checkPermission() }
    await #expect(throws: AudioError.noSource) { try await recorder.start(to: path) }
    engine.denial = .denied("not in the group audio")
    await #expect(throws: AudioError.denied("not in the group audio")) {
      try await recorder.start(to: path)
    }
    #expect(!recorder.isRecording)
    #expect(await events.next() == .failed(.noSource))
    #expect(await events.next() == .failed(.denied("not in the group audio")))
  }

  @Test func recordsOneClipAtATime() async throws {
    let recorder = AudioRecorder(engine: engine)
    await #expect(
      throws: AudioError.unsupported("nothing is being recorded: start a recording first")
    ) {
      try await recorder.stop()
    }
    try await recorder.start(to: path)
    await #expect(throws: AudioError.self) { try await recorder.start(to: path + "2") }
    #expect(recorder.isRecording)
    try await recorder.stop()
    try await recorder.start(to: path + "2")
    try await recorder.stop()
  }

  @Test func endsAndKeepsTheFileWhenTheRecordingBreaks() async throws {
    let recorder = AudioRecorder(engine: engine)
    var events = recorder.events.makeAsyncIterator()
    try await recorder.start(to: path)
    engine.clock.advance(by: .seconds(2))
    engine.breakRecording(with: .engine("the microphone is gone"))
    await until { !recorder.isRecording }
    #expect(await events.next() == .failed(.engine("the microphone is gone")))
    #expect(try AudioClip(bytes: try await OpenFile.readClip(path)).facts.duration == .seconds(2))
  }

  @Test func endsEvenIfStoppingFails() async throws {
    let recorder = AudioRecorder(engine: engine)
    var events = recorder.events.makeAsyncIterator()
    try await recorder.start(to: path)
    engine.failNext(.stopping, with: .file("the disk is full"))
    await #expect(throws: AudioError.file("the disk is full")) { try await recorder.stop() }
    #expect(!recorder.isRecording)
    #expect(await events.next() == .failed(.file("the disk is full")))
  }

  @Test func endsTheRecordingAndItsStreamsOnDeinit() async throws {
    var recorder: AudioRecorder? = AudioRecorder(engine: engine)
    let events = try #require(recorder?.events)
    let levels = try #require(recorder?.levels)
    let samples = try #require(recorder?.samples)
    try await recorder?.start(to: path)
    recorder = nil
    for await event in events { Issue.record("\(event)") }
    for await level in levels { Issue.record("\(level)") }
    for await chunk in samples { Issue.record("\(chunk)") }
    #expect(engine.clock.waitingCount == 0)
  }
}
