import TestSupport
import Testing

@testable import Chatter

struct ByteRunTests {
  /// Every byte at every offset of blocks and a rest, compared with a plain search.
  @Test func endsWritableRunsAtCharactersToEscape() {
    for byte in UInt8.min...UInt8.max {
      for place in stride(from: 0, to: 77, by: byte % 5 == 0 ? 1 : 7) {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 77)
        bytes[place] = byte
        bytes[76] = UInt8(ascii: "\\")
        for start in [0, 1, 31, 40] {
          let end = bytes[start...].firstIndex { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 } ?? 77
          #expect(ByteRun.writableEnd(in: bytes.span, from: start) == end)
        }
      }
    }
  }

  @Test func findsTheFirstOfSeveralMatches() {
    var generator = SeededGenerator(state: 1)
    let alphabet: [UInt8] = [
      0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xFF, 0x61,
    ]
    for _ in 0..<3000 {
      let bytes = (0..<50).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      let writable = bytes.firstIndex { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 } ?? 50
      #expect(ByteRun.writableEnd(in: bytes.span, from: 0) == writable)
    }
  }

  @Test func copiesUpToEachBackslash() {
    for place in 0..<80 {
      var bytes = [UInt8](0..<80).map { $0 == 0x5C ? 0x5B : $0 }
      bytes[place] = 0x5C
      var output = [UInt8](repeating: 0, count: bytes.count)
      var destination = output.mutableSpan
      #expect(ByteRun.copyToBackslash(in: bytes.span, from: 0, to: &destination, at: 0) == place)
      #expect(output[..<place] == bytes[..<place])
    }
  }
}
