import Testing

@testable import Chatter

@Suite struct AudioFormatTests {
  @Test(arguments: [(1_000, 1), (384_000, 8)])
  func acceptsRatesAndChannelsWithinTheLimits(rate: Int, channels: Int) throws {
    let format = try AudioFormat(.opus, sampleRate: rate, channels: channels, from: .dOps)
    #expect(format.sampleRate == rate)
    #expect(format.channels == channels)
  }

  @Test(arguments: [(999, 1), (384_001, 1), (0, 1), (8_000, 0), (8_000, 9)])
  func refusesImpossibleRatesAndChannels(rate: Int, channels: Int) {
    #expect(throws: AudioClipError.formatNotAccepted(.dOps)) {
      try AudioFormat(.opus, sampleRate: rate, channels: channels, from: .dOps)
    }
  }
}
