import Testing

@testable import ChatterAudio

@Suite("The whole fragments of a recording")
struct WholeFragmentsTests {
  private func box(_ type: String, _ bytes: Int) -> [UInt8] {
    let size = UInt32(bytes + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8)
      + [UInt8](repeating: 1, count: bytes)
  }

  @Test("wherever it is cut, what is left ends with a whole fragment")
  func everyPrefix() {
    let head = box("ftyp", 4) + box("moov", 20)
    let fragment = box("moof", 12) + box("mdat", 30)
    let file = head + fragment + fragment
    for count in 1..<file.count {
      let whole = WholeFragments.byteCount(of: Array(file.prefix(count))) ?? count
      switch count {
      case head.count..<(head.count + fragment.count): #expect(whole == head.count)
      case (head.count + fragment.count)...: #expect(whole == head.count + fragment.count)
      case 12..<head.count: #expect(whole == 12)
      default: #expect(whole == count)
      }
    }
    #expect(WholeFragments.byteCount(of: file) == nil)
  }

  @Test("a file that is no fragmented recording is left alone")
  func others() {
    let progressive = box("ftyp", 4) + box("moov", 20) + box("mdat", 30)
    #expect(WholeFragments.byteCount(of: progressive) == nil)
    #expect(WholeFragments.byteCount(of: progressive + [0, 0]) == nil)
    #expect(WholeFragments.byteCount(of: []) == nil)
    #expect(WholeFragments.byteCount(of: Array("RIFF, which is another".utf8)) == nil)
  }

  @Test("a size of 64 bits is read, and one that cannot be is the end")
  func largeSizes() {
    let head = box("ftyp", 4) + box("moov", 20) + box("moof", 12)
    let large: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 20, 9, 9, 9, 9]
    #expect(WholeFragments.byteCount(of: head + large) == nil)
    #expect(WholeFragments.byteCount(of: head + large + [7]) == head.count + 20)
    let most: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [UInt8](repeating: 255, count: 8)
    #expect(WholeFragments.byteCount(of: head + most) == head.count - 20)
  }
}
