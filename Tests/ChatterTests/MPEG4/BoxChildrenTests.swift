import Testing

@testable import Chatter

struct BoxChildrenTests {
  private typealias B = BoxBuilder

  private func children(_ bytes: [UInt8]) throws -> BoxChildren {
    try BoxChildren(of: Box.first(of: bytes), in: bytes)
  }

  @Test func findsBoxesByTypeAmongUnknownOnes() throws {
    let boxes = try children(
      B.box("moov", B.box("uuid", B.zeros(20)), B.box("trak"), B.box("mvhd"), B.box("trak")))
    #expect(boxes.all(.trak).count == 2)
    #expect(try boxes.required(.mvhd).type == .mvhd)
    #expect(try boxes.optional(.mvex) == nil)
  }

  @Test func rejectsMissingAndRepeatedBoxes() throws {
    let boxes = try children(B.box("stbl", B.box("stco"), B.box("stts"), B.box("stts")))
    #expect(throws: AudioClipError.missing(.stsd, parent: .stbl)) { try boxes.required(.stsd) }
    #expect(throws: AudioClipError.repeated(.stts)) { try boxes.optional(.stts) }
    #expect(try boxes.required(.stco, or: .co64).type == .stco)
    #expect(throws: AudioClipError.missing(.stsz, parent: .stbl)) {
      try boxes.required(.stsz, or: .stz2)
    }
  }

  @Test func acceptsEitherOfTwoWidthsButNotBoth() throws {
    #expect(
      try children(B.box("stbl", B.box("co64"))).required(.stco, or: .co64).type == .co64)
    let both = try children(B.box("stbl", B.box("stco"), B.box("co64")))
    #expect(throws: AudioClipError.repeated(.stco)) { try both.required(.stco, or: .co64) }
  }
}
