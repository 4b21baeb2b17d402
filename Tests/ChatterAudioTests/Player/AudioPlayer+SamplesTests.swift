import Testing

@testable import ChatterAudio

@MainActor struct AudioPlayerSamplesTests {
  @Test(
    arguments: [
      ([], 0), ([0, 0], 0), ([.min, .min], 1), ([3277, -3277], 2.0 / 3), ([33, -33, 33], 0),
    ] as [([Int16], Double)])
  func measuresTheLevelInDecibels(samples: [Int16], level: Double) {
    #expect(abs(AudioPlayer.level(of: samples) - level) < 0.01)
  }
}
