import Chatter
import Foundation
import TestSupport

extension [UInt8] {
  /// In the standard alphabet, padded, in one line.
  var base64: String { Data(self).base64EncodedString() }
}

/// Clips that play and are unlike each other.
enum Clips {
  /// The tiny clip and a box of media with these bytes in it, which no sample is in.
  static func clip(with payload: [UInt8]) throws -> [UInt8] {
    let size = UInt32(8 + payload.count)
    return try TinyClip.bytes() + Surgery.word(size) + Array("mdat".utf8) + payload
  }

  /// The clip of a number: 2 to 10 kB that follow from it.
  static func clip(of number: UInt64) throws -> [UInt8] {
    var state = number
    let words = 128 + Int(next(&state) % 1000)
    var payload: [UInt8] = []
    payload.reserveCapacity(words * 8)
    for _ in 0..<words {
      let word = next(&state)
      for shift in stride(from: 0, to: 64, by: 8) {
        payload.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return try clip(with: payload)
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers from the same start.
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// A name that nobody else has.
func uniqueName(_ start: String = "ada") -> String {
  start + "-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
}
