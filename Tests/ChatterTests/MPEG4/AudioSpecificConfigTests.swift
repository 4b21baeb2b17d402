import Testing

@testable import Chatter

struct AudioSpecificConfigTests {
  /// Returns the bytes of bit fields written as text: "00010 0111 0001 000".
  private func bytes(_ fields: String) -> [UInt8] {
    var bits = fields.filter { $0 != " " }
    bits += String(repeating: "0", count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: bits.count, by: 8).map { offset in
      UInt8(bits.dropFirst(offset).prefix(8), radix: 2)!
    }
  }

  private func expect(
    _ fields: String, _ codec: AudioCodec, _ rate: Int, _ channels: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let config = try AudioSpecificConfig(bytes(fields))
    #expect(config.codec == codec, sourceLocation: sourceLocation)
    #expect(config.sampleRate == rate, sourceLocation: sourceLocation)
    #expect(config.channels == channels, sourceLocation: sourceLocation)
  }

  @Test func readsAACLCAsPhonesWriteIt() throws {
    try expect("00010 1001 0001 000", .aacLC, 12_000, 1)
    try expect("00010 0100 0010 000", .aacLC, 44_100, 2)
    try expect("00010 1111 000000000011111010000000 0111 000", .aacLC, 16_000, 8)
    try expect("00010 0100 0001 0 1 11111111111111 0", .aacLC, 44_100, 1)
    // A sync extension without SBR.
    try expect("00010 0100 0001 000 01010110111 00101 0", .aacLC, 44_100, 1)
    // A sync extension of another object type.
    try expect("00010 0100 0001 000 01010110111 00100 0", .aacLC, 44_100, 1)
  }

  @Test func readsHierarchicalSBRAndPS() throws {
    try expect("00101 0111 0010 0100 00010 000", .heAAC, 44_100, 2)
    try expect("00101 0111 0001 1111 000000001011101110000000 00010 000", .heAAC, 48_000, 1)
    try expect("11101 0111 0001 0100 00010 000", .heAACv2, 44_100, 2)
    // Parametric stereo is ignored for two channels.
    try expect("11101 0111 0010 0100 00010 000", .heAAC, 44_100, 2)
  }

  @Test func readsBackwardCompatibleSBRAndPS() throws {
    try expect("00010 0111 0010 000 01010110111 00101 1 0100", .heAAC, 44_100, 2)
    try expect(
      "00010 0111 0001 000 01010110111 00101 1 0100 10101001000 1", .heAACv2, 44_100, 2)
    try expect("00010 0111 0001 000 01010110111 00101 1 0100 10101001000 0", .heAAC, 44_100, 1)
  }

  @Test func countsChannelsOfAProgramConfigElement() throws {
    let center = "0 0000"
    let pair = "1 0001"
    let element = "0000 01 0100 0010 0000 0001 01 000 0000 1 0000 0 1 000"
    let ending = "0000" + String(repeating: "0", count: 6) + "00000001 11111111"
    try expect(
      "00010 0100 0000 000" + element + center + pair + pair + ending, .aacLC, 44_100, 6)
  }

  @Test func refusesTruncationAtAnyBitUnlessComplete() throws {
    let whole = bytes("00101 0111 0001 1111 000000001011101110000000 00010 000")
    // The last byte has only a flag that is not needed.
    for count in 0..<whole.count - 1 {
      #expect(throws: AudioClipError.malformed(.esds)) {
        try AudioSpecificConfig(Array(whole.prefix(count)))
      }
    }
  }

  @Test func ignoresWhatNothingNeedsAndItsLack() throws {
    try expect("00010 0100 0010 010", .aacLC, 44_100, 2)
    try expect("00010 0100 0001 001", .aacLC, 44_100, 1)
    try expect("00010 1000 0001 0 1 000", .aacLC, 16_000, 1)
    try expect("00101 0111 0001 1111 000000001011101110000000 00010", .heAAC, 48_000, 1)
    // An extension that is cut, or has a reserved rate.
    try expect("00010 0111 0001 000 01010110111 00", .aacLC, 22_050, 1)
    try expect("00010 0111 0001 000 01010110111 00101 1 1110", .aacLC, 22_050, 1)
  }

  @Test(arguments: [
    "00010 1101 0001 000", "00010 1110 0001 000", "00010 0100 1000 000", "00010 0100 1101 000",
  ])
  func rejectsReservedValues(fields: String) {
    #expect(throws: AudioClipError.malformed(.esds)) {
      try AudioSpecificConfig(bytes(fields))
    }
  }

  @Test(arguments: [1, 3, 4, 23, 36, 39, 42])
  func namesOtherObjectTypes(objectType: Int) {
    let number = objectType < 31 ? objectType << 6 : 31 << 6 | (objectType - 32)
    let field = String(number, radix: 2)
    let escaped = String(repeating: "0", count: 11 - field.count) + field
    let type = objectType < 31 ? String(escaped.prefix(5)) : escaped
    #expect(throws: AudioClipError.aacNotAccepted(objectType: objectType)) {
      try AudioSpecificConfig(bytes(type + "0100 0001 000"))
    }
  }
}
