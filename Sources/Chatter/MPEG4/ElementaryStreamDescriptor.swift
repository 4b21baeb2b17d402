/// The `esds` box of an MPEG-4 audio stream (ISO/IEC 14496-1, 7.2.6; 14496-14, 5.6).
struct ElementaryStreamDescriptor: Equatable {
  let objectTypeIndication: UInt8

  /// The DecoderSpecificInfo, which for AAC is its AudioSpecificConfig; empty if there is none.
  let decoderSpecificInfo: [UInt8]

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = try FieldReader(full: box, in: bytes)
    var stream = try Self.descriptor(3, in: &fields)
    _ = try stream.uint16()  // ES_ID
    let flags = try stream.uint8()
    if flags & 0x80 != 0 { try stream.skip(2) }  // dependsOn_ES_ID
    if flags & 0x40 != 0 { try stream.skip(Int(try stream.uint8())) }  // URLstring
    if flags & 0x20 != 0 { try stream.skip(2) }  // OCR_ES_Id
    var decoder = try Self.descriptor(4, in: &stream)
    objectTypeIndication = try decoder.uint8()
    try decoder.skip(12)  // streamType, bufferSizeDB, maxBitrate, avgBitrate
    guard decoder.remaining > 0 else {
      decoderSpecificInfo = []
      return
    }
    var specific = try Self.descriptor(5, in: &decoder)
    decoderSpecificInfo = specific.rest()
  }

  /// Reads the next descriptor, which must have this tag and be inside the enclosing one.
  ///
  /// Its length is in the low seven bits of up to four bytes; the high bit means that another byte
  /// follows (ISO/IEC 14496-1, 8.3.3).
  private static func descriptor(
    _ tag: UInt8, in fields: inout FieldReader
  ) throws(AudioClipError) -> FieldReader {
    guard try fields.uint8() == tag else { throw .malformed(.esds) }
    var length = 0
    for _ in 0..<MPEG4Limits.descriptorLengthBytesMax {
      let byte = try fields.uint8()
      length = length << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return try fields.slice(byteCount: length) }
    }
    throw .malformed(.esds)
  }
}
