import Testing

@testable import Chatter

struct ElementaryStreamDescriptorTests {
  private typealias B = BoxBuilder
  private typealias C = HandMadeClip

  private func read(_ bytes: [UInt8]) throws -> ElementaryStreamDescriptor {
    try ElementaryStreamDescriptor(Box.first(of: bytes), in: bytes)
  }

  private let decoder = C.descriptor(4, [0x40] + B.zeros(12) + C.descriptor(5, [1, 2, 3]))

  @Test func readsTheObjectTypeAndDecoderInfo() throws {
    let stream = try read(B.fullBox("esds", C.descriptor(3, [0, 1, 0] + decoder + [6, 1, 2])))
    #expect(stream.objectTypeIndication == 0x40)
    #expect(stream.decoderSpecificInfo == [1, 2, 3])
  }

  @Test func skipsOptionalFieldsOfAStream() throws {
    let fields: [UInt8] = [0, 1, 0xE0, 0, 9, 3, 0x61, 0x62, 0x63, 0, 8]
    let stream = try read(B.fullBox("esds", C.descriptor(3, fields + decoder)))
    #expect(stream.decoderSpecificInfo == [1, 2, 3])
  }

  @Test func acceptsDecodersWithoutInfo() throws {
    let stream = try read(
      B.fullBox("esds", C.descriptor(3, [0, 1, 0] + C.descriptor(4, [0x67] + B.zeros(12)))))
    #expect(stream.objectTypeIndication == 0x67)
    #expect(stream.decoderSpecificInfo.isEmpty)
  }

  @Test func rejectsTruncationAtAnyByte() {
    let payload = B.u32(0) + C.descriptor(3, [0, 1, 0] + decoder)
    for count in 0..<payload.count {
      #expect(throws: AudioClipError.malformed(.esds)) {
        try read(B.box("esds", Array(payload.prefix(count))))
      }
    }
  }
}
