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
    guard var objectType = Self.objectType(&bits), let coreRate = Self.rate(&bits),
      let configuration = bits.bits(4)
    else { throw .malformed(.esds) }
    sampleRate = coreRate
    let isHierarchical = objectType == 5 || objectType == 29
    var hasSBR = isHierarchical
    var hasPS = objectType == 29
    if isHierarchical {
      guard let rate = Self.rate(&bits), let core = Self.objectType(&bits) else {
        throw .malformed(.esds)
      }
      sampleRate = rate
      objectType = core
    }
    guard objectType == 2 else { throw .aacNotAccepted(objectType: objectType) }
    guard let coreChannels = Self.generalAudio(&bits, channelConfiguration: Int(configuration))
    else { throw .malformed(.esds) }
    channels = coreChannels
    if !isHierarchical, bits.peek(11) == 0x2B7 {
      guard let extended = Self.syncExtension(&bits) else { throw .malformed(.esds) }
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
  private static func objectType(_ bits: inout BitReader) -> Int? {
    guard let type = bits.bits(5) else { return nil }
    guard type == 31 else { return Int(type) }
    return bits.bits(6).map { 32 + Int($0) }
  }

  /// Sample rates in hertz by index (table 1.18); index 15 is followed by the rate itself.
  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025,
    8_000, 7_350,
  ]

  private static func rate(_ bits: inout BitReader) -> Int? {
    guard let index = bits.bits(4) else { return nil }
    if index == 15 { return bits.bits(24).map { Int($0) } }
    return rates.indices.contains(Int(index)) ? rates[Int(index)] : nil
  }

  /// Reads GASpecificConfig (table 4.1) of AAC-LC; returns the number of channels.
  private static func generalAudio(
    _ bits: inout BitReader, channelConfiguration: Int
  ) -> Int? {
    // frameLengthFlag, dependsOnCoreCoder with its delay, extensionFlag: zero for AAC-LC.
    guard bits.skip(1) != nil, let dependsOnCore = bits.bits(1) else { return nil }
    if dependsOnCore == 1, bits.skip(14) == nil { return nil }
    guard bits.bits(1) == 0 else { return nil }
    switch channelConfiguration {
    case 0: return programChannels(&bits)
    case 1...6: return channelConfiguration
    case 7, 12, 14: return 8
    case 11: return 7
    default: return nil
    }
  }

  /// Reads a program_config_element (table 4.2); returns the number of channels.
  private static func programChannels(_ bits: inout BitReader) -> Int? {
    guard bits.skip(4 + 2 + 4) != nil, let front = bits.bits(4), let side = bits.bits(4),
      let back = bits.bits(4), let lowFrequency = bits.bits(2), let data = bits.bits(3),
      let coupling = bits.bits(4)
    else { return nil }
    for mixdownBits in [4, 4, 3] {
      guard let isPresent = bits.bits(1) else { return nil }
      if isPresent == 1, bits.skip(mixdownBits) == nil { return nil }
    }
    var channels = Int(lowFrequency)
    for _ in 0..<(front + side + back) {
      guard let isPair = bits.bits(1), bits.skip(4) != nil else { return nil }
      channels += isPair == 1 ? 2 : 1
    }
    let rest = Int(lowFrequency) * 4 + Int(data) * 4 + Int(coupling) * 5
    guard bits.skip(rest) != nil else { return nil }
    bits.align()
    guard let commentBytes = bits.bits(8), bits.skip(Int(commentBytes) * 8) != nil else {
      return nil
    }
    return channels
  }

  /// Reads the sync extension 0x2B7 (SBR) and the nested 0x548 (PS) at the end of table 1.15.
  private static func syncExtension(_ bits: inout BitReader) -> (rate: Int?, hasPS: Bool)? {
    guard bits.skip(11) != nil, let type = objectType(&bits) else { return nil }
    guard type == 5 else { return (nil, false) }
    guard let hasSBR = bits.bits(1) else { return nil }
    guard hasSBR == 1 else { return (nil, false) }
    guard let rate = rate(&bits) else { return nil }
    guard bits.remaining >= 12, bits.peek(11) == 0x548 else { return (rate, false) }
    guard bits.skip(11) != nil, let hasPS = bits.bits(1) else { return nil }
    return (rate, hasPS == 1)
  }
}
