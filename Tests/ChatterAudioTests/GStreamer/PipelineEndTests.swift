import CGStreamer
import TestSupport
import Testing

@testable import ChatterAudio

struct PipelineEndTests {
  @Test func excludesExternalNamesFromDescriptions() throws {
    let directory = try TemporaryDirectory()
    let odd = "a ! \"b\" name=source location=x"
    let path = try directory.write(Sound.sine(440, seconds: 0.1, from: 1, to: 1).wav, to: odd)
    for source in [.file(path), .pulse(device: odd), .alsa(device: odd)] as [AudioSource] {
      #expect(try !PipelineEnd(source).description.contains("\""), "\(source)")
    }
    try PipelineEnd(.file(path)).probe()
    for sink in [.pulse(device: odd), .alsa(device: odd)] as [AudioSink] {
      #expect(try !PipelineEnd(sink, tape: nil).description.contains("\""), "\(sink)")
    }
  }

  @Test(
    arguments: [
      (440, 0.8, 440, 0.8), (-1, 2, 0, 1), (1e9, -1, 20_000, 0), (.nan, .nan, 440, 0.8),
    ] as [(Double, Double, Double, Double)])
  func clampsTheFrequencyAndVolumeOfATone(
    frequency: Double, volume: Double, clampedFrequency: Double, clampedVolume: Double
  ) throws {
    let end = try PipelineEnd(.tone(frequency: frequency, volume: volume))
    let pipeline = try PipelineHandle("\(end.description) ! fakesink")
    end.configure(pipeline)
    let tone = try #require(pipeline.child(PipelineFailure.source))
    #expect(unsafe cgst_get_double(tone.pointer, "freq") == clampedFrequency)
    #expect(unsafe cgst_get_double(tone.pointer, "volume") == clampedVolume)
    try end.probe()
  }

  @Test func refusesAMissingFileBeforeOpeningAnything() {
    #expect(throws: AudioError.file("/no/such cannot be read")) {
      _ = try PipelineEnd(.file("/no/such"))
    }
  }

  @Test func makesADifferentElementForEachSink() throws {
    #expect(try PipelineEnd(.silent, tape: nil).description.hasPrefix("fakesink"))
    #expect(try PipelineEnd(.pulse(), tape: nil).description.hasPrefix("pulsesink"))
    #expect(try PipelineEnd(.alsa(), tape: nil).description.hasPrefix("alsasink"))
    #expect(try PipelineEnd(.pipewire, tape: nil).description.hasPrefix("pipewiresink"))
    #expect(try PipelineEnd(.file("a"), tape: nil).description.contains("sync=true"))
    #expect(
      try PipelineEnd(.file("a", inRealTime: false), tape: nil).description.contains("sync=false"))
  }
}
