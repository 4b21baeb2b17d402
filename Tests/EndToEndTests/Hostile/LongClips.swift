import TestSupport

/// Long clips that play.
enum LongClips {
  /// The tiny clip with that many more bytes of noise in its `mdat`, behind its samples.
  static func clip(mediaBytes: Int) throws -> [UInt8] {
    let tiny = try TinyClip.bytes()
    var state: UInt64 = 7
    var noise: [UInt8] = []
    noise.reserveCapacity(mediaBytes)
    // Base64 of it has every character, and no compression makes it shorter.
    while noise.count < mediaBytes {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      for shift in stride(from: 0, to: 64, by: 8) {
        noise.append(UInt8(truncatingIfNeeded: state >> UInt64(shift)))
      }
    }
    return Surgery.changing(["mdat"], in: tiny) { box in
      Surgery.word(UInt32(box.count + noise.count)) + box[4...] + noise
    }
  }

  /// The tiny clip and a `free` box behind it, which could carry any file.
  static func carrier(freeBytes: Int) throws -> [UInt8] {
    try TinyClip.bytes() + Surgery.word(UInt32(8 + freeBytes)) + Array("free".utf8)
      + [UInt8](repeating: 0x4D, count: freeBytes)
  }
}
