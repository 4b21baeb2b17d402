import Foundation
import TestSupport
import Testing

@testable import Chatter

struct ChattIDTests {
  private var generator = SeededGenerator(state: 3)

  @Test func convertsLikeUUIDOfFoundation() throws {
    for _ in 0..<500 {
      let uuid = UUID()
      let id = try #require(ChattID(uuid.uuidString))
      #expect(id.description == uuid.uuidString.lowercased())
      #expect(ChattID(uuid.uuidString.lowercased()) == id)
    }
  }

  @Test(arguments: [
    "", "0", "0123456789abcdef0123456789abcdef", "{01234567-89ab-cdef-0123-456789abcdef}",
    "01234567-89ab-cdef-0123-456789abcde", "01234567-89ab-cdef-0123-456789abcdef0",
    "01234567-89ab-cdef-0123-456789abcdeg", "0123456-789ab-cdef-0123-456789abcdef",
    "01234567089ab-cdef-0123-456789abcdef", "-1234567-89ab-cdef-0123-456789abcdef",
    " 1234567-89ab-cdef-0123-456789abcdef", "é1234567-89ab-cdef-0123-456789abcde",
  ])
  func rejectsOtherTextThanHyphenatedUUIDs(text: String) {
    #expect(ChattID(text) == nil)
  }

  @Test mutating func makesIDsOfVersion7FromTheTime() throws {
    let time = try #require(Timestamp(microsecondsSince1970: 0x0123_4567_89AB * 1000 + 999))
    for _ in 0..<100 {
      let text = ChattID(at: time, using: &generator).description
      #expect(text.hasPrefix("01234567-89ab-7ffb-"))
      #expect("89ab".contains(Array(text)[19]))
    }
  }

  @Test mutating func makesDistinctIDsThatSortByTime() throws {
    let early = try #require(Timestamp("2025-01-02T03:04:05.123Z"))
    let late = try #require(
      Timestamp(microsecondsSince1970: early.microsecondsSince1970 + 1))
    let first = (0..<1000).map { _ in ChattID(at: early, using: &generator) }
    #expect(Set(first).count == 1000)
    #expect(first.allSatisfy { $0 < ChattID(at: late, using: &generator) })
  }

  @Test mutating func makesIDsForTimesBefore1970() throws {
    let time = try #require(Timestamp("0001-01-01T00:00:00Z"))
    #expect(ChattID(at: time, using: &generator).description.hasPrefix("00000000-0000-7"))
  }
}
