import TestSupport
import Testing

@testable import ChatterAudio

@Suite("Source and sink branches of a pipeline")
struct SourceBranchTests {
  @Test func excludesExternalNamesFromDescriptions() throws {
    let directory = try TemporaryDirectory()
    let odd = "a ! \"b\" name=source location=x"
    let path = try directory.write(Sound.sine(440, seconds: 0.1, from: 1, to: 1).wav, to: odd)
    for source in [.file(path), .pulse(device: odd), .alsa(device: odd)] as [AudioSource] {
      #expect(try !SourceBranch(source).description.contains("\""), "\(source)")
    }
    try SourceBranch(.file(path)).probe()
    for sink in [.pulse(device: odd), .alsa(device: odd)] as [AudioSink] {
      #expect(try !SinkBranch(sink, tape: nil).description.contains("\""), "\(sink)")
    }
  }

  @Test(
    arguments: [
      (440, 0.8, 440, 0.8), (-1, 2, 0, 1), (1e9, -1, 20_000, 0), (.nan, .nan, 440, 0.8),
    ] as [(Double, Double, Double, Double)])
  func clampsTheFrequencyAndVolumeOfATone(
    frequency: Double, volume: Double, clampedFrequency: Double, clampedVolume: Double
  ) throws {
    let branch = try SourceBranch(.tone(frequency: frequency, volume: volume))
    let pipeline = try PipelineHandle("\(branch.description) ! fakesink")
    branch.configure(pipeline)
    let tone = try #require(pipeline.child(PipelineFailure.source))
    #expect(tone.number("freq") == clampedFrequency)
    #expect(tone.number("volume") == clampedVolume)
    try branch.probe()
  }

  @Test func refusesAMissingFileBeforeOpeningAnything() {
    #expect(throws: AudioError.file("/no/such cannot be read")) {
      _ = try SourceBranch(.file("/no/such"))
    }
  }

  @Test func makesADifferentElementForEachSink() throws {
    #expect(try SinkBranch(.silent, tape: nil).description.hasPrefix("fakesink"))
    #expect(try SinkBranch(.pulse(), tape: nil).description.hasPrefix("pulsesink"))
    #expect(try SinkBranch(.alsa(), tape: nil).description.hasPrefix("alsasink"))
    #expect(try SinkBranch(.pipewire, tape: nil).description.hasPrefix("pipewiresink"))
    #expect(try SinkBranch(.file("a"), tape: nil).description.contains("sync=true"))
    #expect(
      try SinkBranch(.file("a", inRealTime: false), tape: nil).description.contains("sync=false"))
  }
}
