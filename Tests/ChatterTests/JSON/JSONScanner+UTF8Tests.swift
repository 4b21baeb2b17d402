import TestSupport
import Testing

@testable import Chatter

struct JSONScannerUTF8Tests {
  @Test func findsEveryScalarOutsideASCII() {
    var wrong = 0
    for value in stride(from: UInt32(0x80), through: 0x10_FFFF, by: 1) {
      // All scalars at the edges of the first planes, and a sample of the rest.
      guard value < 0x1_1000 || value % 61 == 0 || value > 0x10_FF00 else { continue }
      guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar).map(Array.init)
      else { continue }
      if (try? JSONScanner.endOfCharacter(in: bytes.span, at: 0)) != bytes.count { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(.needs(.time)) func validatesLikeTheStandardLibrary() {
    var wrong: [[UInt8]] = []
    for first in UInt8(0x80)...0xFF {
      for second in UInt8.min...0xFF {
        for rest in [[0x80, 0x80], [0xBF, 0x41], [0xC0, 0x80]] as [[UInt8]] {
          let bytes = [first, second] + rest
          let expected =
            String(validating: bytes.prefix(sequenceCount(first)), as: UTF8.self) != nil
          let end = try? JSONScanner.endOfCharacter(in: bytes.span, at: 0)
          if (end != nil) != expected { wrong.append(bytes) }
        }
      }
    }
    #expect(wrong == [])
  }

  private func sequenceCount(_ first: UInt8) -> Int {
    switch first {
    case 0xC0...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xFF: 4
    default: 1
    }
  }

  @Test(
    arguments: [
      [0xC3], [0xE2], [0xE2, 0x82], [0xF0], [0xF0, 0x9F], [0xF0, 0x9F, 0x8E],
    ] as [[UInt8]])
  func detectsTruncatedSequences(bytes: [UInt8]) {
    #expect(throws: JSONError.cutShort(offset: bytes.count)) {
      try JSONScanner.endOfCharacter(in: bytes.span, at: 0)
    }
  }
}
