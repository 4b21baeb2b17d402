import Chatter
import Foundation
import TestSupport

extension [UInt8] {
  /// The base64 text: standard alphabet, padded, on one line.
  var base64: String { Data(self).base64EncodedString() }
}

/// Clips that play and differ from each other.
enum Clips {
  /// Returns the tiny clip with these bytes at the end of its last sample.
  static func clip(with payload: [UInt8]) throws -> [UInt8] {
    var file = try TinyClip.bytes()
    let media = Surgery.offset(of: "mdat", in: file) - 4
    let end = media + Int(Surgery.number(file, at: media))
    // After the type, version and flags, size and count of `stsz`, the fourth of its sizes.
    let sampleSize = Surgery.offset(of: "stsz", in: file) + 4 + 4 + 4 + 4 + 3 * 4
    for offset in [media, sampleSize] {
      let size = Surgery.number(file, at: offset) + UInt32(payload.count)
      file.replaceSubrange(offset..<(offset + 4), with: Surgery.word(size))
    }
    file.insert(contentsOf: payload, at: end)
    return file
  }

  /// Returns the clip of a number: 2 to 10 kB, computed from the number.
  static func clip(of number: UInt64) throws -> [UInt8] {
    var random = SeededGenerator(state: number)
    let wordCount = 128 + Int(random.next() % 1000)
    var payload: [UInt8] = []
    payload.reserveCapacity(wordCount * 8)
    for _ in 0..<wordCount {
      let word = random.next()
      for shift in stride(from: 0, to: 64, by: 8) {
        payload.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return try clip(with: payload)
  }
}

/// Returns a unique username.
func uniqueName(_ prefix: String = "ada") -> String {
  prefix + "-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
}
