import Testing

@testable import ChatterAudio

@Suite("The encoder")
struct EncoderTests {
  @Test(arguments: [(8_000, 24_000), (12_000, 32_000), (24_000, 64_000), (48_000, 96_000)])
  func boundsTheBitRateForEachSampleRate(sampleRate: Int, bitRate: Int) throws {
    let encoder = try Encoder(sampleRate: sampleRate)
    #expect(encoder.bitRate == bitRate)
    #expect(encoder.description == "avenc_aac bitrate=\(bitRate)")
  }
}
