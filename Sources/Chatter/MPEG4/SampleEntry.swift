/// One audio sample entry: its common fields and the boxes in it.
///
/// ISO/IEC 14496-12, 12.2.3; versions 1 and 2 are those of the QuickTime File Format, "Sound sample
/// descriptions", which iOS and macOS also write into m4a.
struct SampleEntry {
  let type: FourCharacterCode
  let dataReferenceIndex: Int
  let format: AudioFormat

  /// Reads an entry; the meaning of entry version 1 depends on the version of its `stsd`.
  init(_ box: Box, descriptionVersion: UInt8, in bytes: [UInt8]) throws(AudioClipError) {
    type = box.type
    switch type {
    case .mp4a, .alac, .opus: break
    case .enca, .drms: throw .encrypted
    default:
      if let format = ForeignFormat(sampleEntry: type) { throw .foreign(format) }
      throw .codecNotAccepted(type)
    }
    var fields = FieldReader(box, in: bytes)
    try fields.skip(6)  // reserved
    dataReferenceIndex = Int(try fields.uint16())
    let version = try fields.uint16()
    try fields.skip(6)  // revision, vendor
    var channels = Int(try fields.uint16())
    try fields.skip(6)  // sample size, compression, packet size
    var sampleRate = Int(try fields.uint32() >> 16)
    switch version {
    case 0: break
    case 1 where descriptionVersion == 1: break  // AudioSampleEntryV1: as long as version 0
    case 1: try fields.skip(16)  // samples and bytes of a packet
    case 2:
      try fields.skip(4)  // size of the fields
      let rate = Double(bitPattern: try fields.uint64())
      // Within the accepted rates, the conversion cannot trap; NaN is outside.
      sampleRate = rate >= 1 && rate <= Double(MPEG4Limits.sampleRates.upperBound) ? Int(rate) : 0
      channels = Int(try fields.uint32())
      try fields.skip(20)  // bits, flags, bytes and frames of a packet
    default: throw .malformed(type)
    }
    let fieldBytes = fields.offset - box.payload.lowerBound
    let children = try BoxChildren(of: box, after: fieldBytes, in: bytes)
    guard children.all(.sinf).isEmpty else { throw .encrypted }
    switch type {
    case .alac: format = try Self.alac(children, in: bytes)
    case .opus: format = try Self.opus(children, in: bytes)
    default:
      format = try Self.aac(children, sampleRate: sampleRate, channels: channels, in: bytes)
    }
  }

  /// Returns a box of the entry, or of the `wave` box that contains it in QuickTime files.
  private static func configuration(
    _ type: FourCharacterCode, _ children: BoxChildren, in bytes: [UInt8]
  ) throws(AudioClipError) -> Box {
    guard try children.optional(type) == nil, let wave = try children.optional(.wave) else {
      return try children.required(type)
    }
    return try BoxChildren(of: wave, in: bytes).required(type)
  }

  private static func aac(
    _ children: BoxChildren, sampleRate: Int, channels: Int, in bytes: [UInt8]
  ) throws(AudioClipError) -> AudioFormat {
    let stream = try ElementaryStreamDescriptor(
      try configuration(.esds, children, in: bytes), in: bytes)
    switch stream.objectTypeIndication {
    case 0x40: break
    case 0x66...0x68:
      // MPEG-2 AAC: an ADIF header or nothing is allowed here (ISO/IEC 14496-1, 7.2.6.7).
      let info = stream.decoderSpecificInfo
      guard info.isEmpty || info.starts(with: "ADIF".utf8) else { break }
      return try AudioFormat(.aacLC, sampleRate: sampleRate, channels: channels, from: .mp4a)
    default:
      let number = stream.objectTypeIndication
      if let format = ForeignFormat(objectTypeIndication: number) { throw .foreign(format) }
      throw .objectTypeNotAccepted(number)
    }
    let config = try AudioSpecificConfig(stream.decoderSpecificInfo)
    return try AudioFormat(
      config.codec, sampleRate: config.sampleRate, channels: config.channels, from: .esds)
  }

  /// Reads the magic cookie of ALAC (Apple, "ALACMagicCookieDescription"), because the entry's own
  /// fields cannot hold rates above 65535 Hz.
  private static func alac(
    _ children: BoxChildren, in bytes: [UInt8]
  ) throws(AudioClipError) -> AudioFormat {
    var fields = try FieldReader(full: try configuration(.alac, children, in: bytes), in: bytes)
    let frameLength = try fields.uint32()
    guard try fields.uint8() == 0, frameLength > 0 else { throw .formatNotAccepted(.alac) }
    let bitDepth = try fields.uint8()
    guard [16, 20, 24, 32].contains(bitDepth) else { throw .formatNotAccepted(.alac) }
    try fields.skip(3)  // pb, mb, kb
    let channels = Int(try fields.uint8())
    try fields.skip(10)  // maxRun, maxFrameBytes, avgBitRate
    return try AudioFormat(
      .alac, sampleRate: Int(try fields.uint32()), channels: channels, from: .alac)
  }

  /// Reads OpusSpecificBox ("Encapsulation of Opus in ISO Base Media File Format", 4.3.2).
  private static func opus(
    _ children: BoxChildren, in bytes: [UInt8]
  ) throws(AudioClipError) -> AudioFormat {
    var fields = FieldReader(try children.required(.dOps), in: bytes)
    guard try fields.uint8() == 0 else { throw .formatNotAccepted(.dOps) }
    let channels = Int(try fields.uint8())
    try fields.skip(8)  // PreSkip, InputSampleRate, OutputGain
    if try fields.uint8() != 0 {
      try fields.skip(2 + channels)  // StreamCount, CoupledCount, ChannelMapping
    } else if channels > 2 {
      throw .formatNotAccepted(.dOps)
    }
    // Opus decodes to 48 kHz; InputSampleRate is only the rate of the source (RFC 7845, 5.1).
    return try AudioFormat(.opus, sampleRate: 48_000, channels: channels, from: .dOps)
  }
}

/// The format of the decoded audio, from a sample description.
struct AudioFormat: Equatable {
  let codec: AudioCodec
  let sampleRate: Int
  let channels: Int

  /// Creates a format; rejects sample rates and channel counts outside the limits, with `box` in
  /// the error.
  init(
    _ codec: AudioCodec, sampleRate: Int, channels: Int, from box: FourCharacterCode
  ) throws(AudioClipError) {
    guard MPEG4Limits.sampleRates.contains(sampleRate),
      (1...MPEG4Limits.channelsMax).contains(channels)
    else { throw .formatNotAccepted(box) }
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

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
