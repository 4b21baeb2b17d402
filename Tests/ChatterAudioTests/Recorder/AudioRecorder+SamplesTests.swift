import ChatterAudio
import SilentAudio
import TestSupport
import Testing

@MainActor
struct AudioRecorderSamplesTests {
  let directory = try! TemporaryDirectory()
  let engine = SilentEngine()

  var path: String { directory.path + "/memo.m4a" }

  private func count(_ samples: AsyncStream<[Int16]>) async -> Int {
    var count = 0
    for await chunk in samples { count += chunk.count }
    return count
  }

  @Test func sendsTheWholeSoundToEachReaderThatCameBeforeTheStart() async throws {
    let recorder = AudioRecorder(engine: engine)
    let (first, second) = (recorder.samples, recorder.samples)
    try await recorder.start(to: path)
    engine.clock.advance(by: .milliseconds(2_550))
    try await recorder.stop()
    #expect(await count(first) == 40_800)
    #expect(await count(second) == 40_800)
  }

  @Test func sendsSoundBeforeTheRecordingEnds() async throws {
    let recorder = AudioRecorder(engine: engine)
    try await recorder.start(to: path)
    var samples = recorder.samples.makeAsyncIterator()
    engine.clock.advance(by: .milliseconds(100))
    #expect(await samples.next()?.count == 1_600)
    #expect(recorder.isRecording)
    try await recorder.stop()
    #expect(await samples.next() == nil)
  }

  @Test func sendsNothingOfOneRecordingToReadersOfTheNext() async throws {
    let recorder = AudioRecorder(engine: engine)
    try await recorder.start(to: path)
    engine.clock.advance(by: .seconds(3))
    try await recorder.stop()
    let next = recorder.samples
    try await recorder.start(to: path)
    engine.clock.advance(by: .seconds(1))
    try await recorder.stop()
    #expect(await count(next) == 16_000)
  }

  @Test func keepsTheNewestSoundForASlowReader() async throws {
    let recorder = AudioRecorder(engine: engine)
    let (slow, current) = (recorder.samples, recorder.samples)
    try await recorder.start(to: path)
    var reader = current.makeAsyncIterator()
    for _ in 0..<(AudioRecorder.sampleChunksBufferedMax + 10) {
      engine.clock.advance(by: .milliseconds(100))
      #expect(await reader.next()?.count == 1_600)
    }
    try await recorder.stop()
    #expect(await count(slow) == AudioRecorder.sampleChunksBufferedMax * 1_600)
  }

  @Test func endsTheSamplesWhenTheRecordingFails() async throws {
    let recorder = AudioRecorder(engine: engine)
    let samples = recorder.samples
    try await recorder.start(to: path)
    engine.clock.advance(by: .seconds(1))
    engine.breakRecording(with: .engine("the microphone is gone"))
    #expect(await count(samples) == 16_000)
  }

  @Test func endsTheSamplesWhenTheRecordingCannotStart() async {
    let recorder = AudioRecorder(engine: engine)
    let samples = recorder.samples
    engine.denial = .noSource
    await #expect(throws: AudioError.noSource) { try await recorder.start(to: path) }
    #expect(await count(samples) == 0)
  }
}
