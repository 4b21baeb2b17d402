/// The AudioSpecificConfig of AAC (ISO/IEC 14496-3, 1.6.2.1).
///
/// Detects SBR and PS if they are signalled explicitly: hierarchically (the object type is 5 or 29)
/// or by a sync extension after the core's configuration. Implicit signalling is visible only in
/// the coded stream; such a clip is reported as AAC-LC at the core's rate (14496-3, 1.6.5).
struct AudioSpecificConfig: Equatable {
  private(set) var codec = AudioCodec.aacLC
  private(set) var sampleRate = 0

  /// The channels of the channel configuration, or of a program config element if that is 0.
  private(set) var channels = 0

  init(_ bytes: [UInt8]) throws(AudioClipError) {
    var bits = BitReader(bytes)
    var objectType = try Self.objectType(&bits)
    sampleRate = try Self.rate(&bits)
    let channelConfiguration = try bits.bits(4)
    let isHierarchical = objectType == 5 || objectType == 29
    var hasSBR = isHierarchical
    var hasPS = objectType == 29
    if isHierarchical {
      sampleRate = try Self.rate(&bits)
      objectType = try Self.objectType(&bits)
    }
    guard objectType == 2 else { throw .aacNotAccepted(objectType: objectType) }
    channels = try Self.generalAudio(&bits, channelConfiguration: channelConfiguration)
    if !isHierarchical, bits.peek(11) == 0x2B7, let extended = try? Self.syncExtension(&bits) {
      if let rate = extended.rate {
        hasSBR = true
        sampleRate = rate
      }
      hasPS = extended.hasPS
    }
    // Parametric stereo makes two channels out of one; with two it is ignored (14496-3, 1.6.6.1).
    if hasPS && channels == 1 {
      codec = .heAACv2
      channels = 2
    } else if hasSBR {
      codec = .heAAC
    }
  }

  /// Reads GetAudioObjectType (table 1.16).
  private static func objectType(_ bits: inout BitReader) throws(AudioClipError) -> Int {
    let type = try bits.bits(5)
    return type == 31 ? try 32 + bits.bits(6) : type
  }

  /// Sample rates in hertz by index (table 1.18); index 15 is followed by the rate itself.
  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025,
    8_000, 7_350,
  ]

  private static func rate(_ bits: inout BitReader) throws(AudioClipError) -> Int {
    let index = try bits.bits(4)
    if index == 15 { return try bits.bits(24) }
    guard rates.indices.contains(index) else { throw .malformed(.esds) }
    return rates[index]
  }

  /// Reads GASpecificConfig (table 4.1) of AAC-LC; returns the number of channels.
  ///
  /// Bits that are not needed for it may be missing: FFmpeg and browsers play such clips.
  private static func generalAudio(
    _ bits: inout BitReader, channelConfiguration: Int
  ) throws(AudioClipError) -> Int {
    switch channelConfiguration {
    case 0:
      try skipFlags(&bits)
      return try programChannels(&bits)
    case 1...6:
      try? skipFlags(&bits)
      return channelConfiguration
    case 7, 12, 14: return 8
    case 11: return 7
    default: throw .malformed(.esds)
    }
  }

  /// Skips frameLengthFlag, dependsOnCoreCoder with its delay, and extensionFlag.
  private static func skipFlags(_ bits: inout BitReader) throws(AudioClipError) {
    try bits.skip(1)
    if try bits.flag() { try bits.skip(14) }
    try bits.skip(1)
  }

  /// Reads a program_config_element (table 4.2); returns the number of channels.
  private static func programChannels(_ bits: inout BitReader) throws(AudioClipError) -> Int {
    try bits.skip(4 + 2 + 4)
    let (front, side, back) = (try bits.bits(4), try bits.bits(4), try bits.bits(4))
    let (lowFrequency, data, coupling) = (try bits.bits(2), try bits.bits(3), try bits.bits(4))
    for mixdownBits in [4, 4, 3] {
      if try bits.flag() { try bits.skip(mixdownBits) }
    }
    var channels = lowFrequency
    for _ in 0..<(front + side + back) {
      channels += try bits.flag() ? 2 : 1
      try bits.skip(4)
    }
    // The rest only leads to an extension.
    try? bits.skip(lowFrequency * 4 + data * 4 + coupling * 5)
    bits.align()
    if let commentBytes = try? bits.bits(8) { try? bits.skip(commentBytes * 8) }
    return channels
  }

  /// Reads the sync extension 0x2B7 (SBR) and the nested 0x548 (PS) at the end of table 1.15.
  private static func syncExtension(
    _ bits: inout BitReader
  ) throws(AudioClipError) -> (rate: Int?, hasPS: Bool) {
    try bits.skip(11)
    guard try objectType(&bits) == 5, try bits.flag() else { return (nil, false) }
    let rate = try rate(&bits)
    guard bits.remaining >= 12, bits.peek(11) == 0x548 else { return (rate, false) }
    try bits.skip(11)
    return (rate, try bits.flag())
  }
}

/// Reads bit fields, most significant bit first, as in ISO/IEC 14496-3; a missing field makes the
/// `esds` box, which has them, malformed.
struct BitReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count * 8 - offset }

  /// Reads the next `count` bits, at most 32.
  mutating func bits(_ count: Int) throws(AudioClipError) -> Int {
    let start = offset
    try skip(count)
    var value = 0
    for position in start..<offset {
      let bit = (bytes[position >> 3] >> (7 - UInt8(position & 7))) & 1
      value = value << 1 | Int(bit)
    }
    return value
  }

  /// Reads a flag of one bit.
  mutating func flag() throws(AudioClipError) -> Bool { try bits(1) == 1 }

  /// Returns the next `count` bits without consuming them; nil if there are fewer.
  func peek(_ count: Int) -> Int? {
    var copy = self
    return try? copy.bits(count)
  }

  mutating func skip(_ count: Int) throws(AudioClipError) {
    guard count <= remaining else { throw .malformed(.esds) }
    offset += count
  }

  /// Skips to the next byte boundary.
  mutating func align() {
    offset = (offset + 7) & ~7
  }
}
