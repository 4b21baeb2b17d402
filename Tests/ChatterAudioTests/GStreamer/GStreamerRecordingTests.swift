import Chatter
import TestSupport
import Testing

@testable import ChatterAudio

@Suite(.needs(.programs)) struct GStreamerRecordingTests {
  private let directory: TemporaryDirectory
  private let engine = GStreamerEngine(source: .tone(frequency: 440), sink: .silent)

  init() throws { directory = try TemporaryDirectory() }

  @Test func recordsAToneAsAValidClipOfItsLength() async throws {
    let (file, duration) = try await Recorded.record(
      .tone(frequency: 440), for: .milliseconds(1_500))
    let facts = try AudioClip(bytes: file).facts
    #expect(facts.codec == .aacLC)
    #expect(facts.sampleRate == 12_000)
    #expect(facts.channels == 1)
    #expect(abs((facts.duration - duration).seconds) < 0.02)
    // The clip continues until the stop, which a busy machine delays.
    #expect(duration >= .milliseconds(1_490))
  }

  @Test(arguments: RecordingSettings.sampleRates)
  func recordsAtEachSampleRate(sampleRate: Int) async throws {
    let (file, _) = try await Recorded.record(
      .tone(frequency: 440), for: .milliseconds(300), .init(sampleRate: sampleRate))
    #expect(try AudioClip(bytes: file).facts.sampleRate == sampleRate)
  }

  @Test func refusesOtherSampleRatesWithoutLeavingAFile() async throws {
    await #expect {
      _ = try await engine.recording(to: directory.path(of: "clip.m4a"), .init(sampleRate: 20_000))
    } throws: { error in
      guard case AudioError.unsupported(let message) = error else { return false }
      return message.hasSuffix("not 20000")
    }
    #expect(throws: (any Error).self) { try directory.bytes(of: "clip.m4a") }
  }

  @Test func recordsAnEndingSourceToItsEnd() async throws {
    let sound = Sound.sine(440, seconds: 1.2, from: 0.5, to: 0.5)
    let source = try directory.write(sound.wav, to: "source.wav")
    let engine = GStreamerEngine(source: .file(source), sink: .silent)
    let path = directory.path(of: "clip.m4a")
    let recording = try await engine.recording(to: path, .init())
    try await eventually { recording.currentTime >= .milliseconds(1_150) }
    let duration = try await recording.stop()
    #expect(abs(duration.seconds - 1.2) < 0.1)
    #expect(
      abs(try AudioClip(bytes: directory.bytes(of: "clip.m4a")).facts.duration.seconds - 1.2) < 0.1)
    #expect(abs(recording.currentTime.seconds - 1.2) < 0.1)
  }

  @Test func sendsTenLevelsASecondThatFollowTheLoudness() async throws {
    let sound = Sound.sine(440, seconds: 1.5, from: 0.002, to: 0.9)
    let source = try directory.write(sound.wav, to: "source.wav")
    let engine = GStreamerEngine(source: .file(source), sink: .silent)
    let recording = try await engine.recording(to: directory.path(of: "clip.m4a"), .init())
    let received = Task {
      var received: [Double] = []
      for try await level in recording.levels {
        received.append(level)
        if received.count == 14 { break }
      }
      return received
    }
    let levels = try await received.value
    _ = try await recording.stop()
    #expect(levels.count == 14)
    #expect(levels == levels.sorted())
    #expect(levels[0] < 0.7)
    // A sine at 0.9 of full scale is 4 dB below a square wave at full scale.
    #expect(levels[13] > 0.9)
    #expect(levels.allSatisfy { (0...1).contains($0) })
  }

  @Test func sendsItsSoundAt16kHzBesideTheEncoding() async throws {
    let recording = try await engine.recording(to: directory.path(of: "clip.m4a"), .init())
    var samples: [Int16] = []
    for await chunk in recording.samples {
      samples += chunk
      // The recording is still in progress.
      if samples.count >= 16_000 { break }
    }
    let duration = try await recording.stop()
    for await chunk in recording.samples { samples += chunk }
    let sound = Sound(samples: samples, sampleRate: 16_000)
    #expect(abs(sound.frequency - 440) < 5)
    #expect(abs(sound.seconds - duration.seconds) < 0.1)
  }

  @Test func endsTheLevelsWithTheRecording() async throws {
    let recording = try await engine.recording(to: directory.path(of: "clip.m4a"), .init())
    let ended = Task { for try await _ in recording.levels {} }
    recording.close()
    try await ended.value
    await #expect(throws: AudioError.self) { _ = try await recording.stop() }
  }

  @Test func reportsUnwritablePathsWithoutLeavingAFile() async throws {
    let path = directory.path(of: "no/such/directory.m4a")
    await #expect(throws: AudioError.file("\(path): No such file or directory")) {
      _ = try await engine.recording(to: path, .init())
    }
  }

  @Test func refusesPipesWithoutAReader() async throws {
    let path = directory.path(of: "pipe")
    _ = try await ProgramRun("mkfifo", [path]).checked()
    await #expect(throws: AudioError.file("\(path): No such device or address")) {
      _ = try await engine.recording(to: path, .init())
    }
  }

  @Test func keepsWhatWasWrittenWhenTheDiskFills() async throws {
    let recording = try await engine.recording(to: "/dev/full", .init())
    let failure = AudioError.file("/dev/full: no space left on the disk")
    await #expect(throws: failure) { for try await _ in recording.levels {} }
    await #expect(throws: failure) { _ = try await recording.stop() }
  }

  @Test(arguments: [(8_000, 24_000), (12_000, 32_000), (24_000, 64_000), (48_000, 96_000)])
  func boundsTheBitRateForEachSampleRate(sampleRate: Int, bitRate: Int) throws {
    let encoder = try GStreamerRecording.encoder(sampleRate: sampleRate)
    #expect(encoder == "avenc_aac bitrate=\(bitRate)")
  }
}
