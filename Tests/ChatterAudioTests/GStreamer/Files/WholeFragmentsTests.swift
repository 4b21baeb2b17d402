import Testing

@testable import ChatterAudio

struct WholeFragmentsTests {
  private func box(_ type: String, _ bytes: Int) -> [UInt8] {
    let size = UInt32(bytes + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8)
      + [UInt8](repeating: 1, count: bytes)
  }

  @Test func endsEveryPrefixWithACompleteFragment() {
    let head = box("ftyp", 4) + box("moov", 20)
    let fragment = box("moof", 12) + box("mdat", 30)
    let file = head + fragment + fragment
    let first = head.count + fragment.count
    for count in 1...file.count {
      let whole = WholeFragments.byteCount(of: Array(file.prefix(count)))
      #expect(whole == (first + 1..<file.count ~= count ? first : nil))
    }
  }

  @Test func extendsABoxWithoutASizeToTheEndOfTheFile() {
    let head = box("ftyp", 4) + box("moov", 20)
    let open: [UInt8] = [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3]
    #expect(WholeFragments.byteCount(of: head + open) == nil)
    let fragment = box("moof", 12) + box("mdat", 30)
    #expect(WholeFragments.byteCount(of: head + fragment + box("moof", 12) + open) == nil)
    let zeros = [UInt8](repeating: 0, count: 40)
    #expect(WholeFragments.byteCount(of: head + fragment + zeros) == head.count + fragment.count)
  }

  @Test func ignoresFilesThatAreNotFragmented() {
    let progressive = box("ftyp", 4) + box("moov", 20) + box("mdat", 30)
    #expect(WholeFragments.byteCount(of: progressive) == nil)
    #expect(WholeFragments.byteCount(of: progressive + [0, 0]) == nil)
    #expect(WholeFragments.byteCount(of: []) == nil)
    #expect(WholeFragments.byteCount(of: Array("RIFF, which is another".utf8)) == nil)
  }

  @Test func reads64BitSizesAndEndsAtInvalidOnes() {
    let head = box("ftyp", 4) + box("moov", 20) + box("moof", 12)
    let large: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 20, 9, 9, 9, 9]
    #expect(WholeFragments.byteCount(of: head + large) == nil)
    #expect(WholeFragments.byteCount(of: head + large + [7]) == head.count + 20)
    let most: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [UInt8](repeating: 255, count: 8)
    #expect(WholeFragments.byteCount(of: head + most) == nil)
    let whole = head + box("mdat", 30)
    #expect(WholeFragments.byteCount(of: whole + most) == whole.count)
  }
}
