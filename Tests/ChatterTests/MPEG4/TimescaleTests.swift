import Testing

@testable import Chatter

@Suite struct TimescaleTests {
  private typealias B = BoxBuilder

  private func read(_ bytes: [UInt8]) throws -> UInt32 {
    try Timescale.read(Box.first(of: bytes), in: bytes)
  }

  @Test func readsTheTimescaleAfter32BitAnd64BitTimes() throws {
    #expect(try read(B.fullBox("mdhd", B.zeros(8), B.u32(600))) == 600)
    #expect(try read(B.fullBox("mvhd", version: 1, B.zeros(16), B.u32(90_000))) == 90_000)
  }

  @Test func rejectsATimescaleOfZero() {
    #expect(throws: AudioClipError.malformed(.mdhd)) {
      try read(B.fullBox("mdhd", B.zeros(12)))
    }
    #expect(throws: AudioClipError.malformed(.mvhd)) {
      try read(B.fullBox("mvhd", version: 1, B.zeros(16)))
    }
  }
}
