import Testing

@testable import HTTP

struct ListElementsTests {
  @Test(
    arguments: [
      ("", []), (",", []), (" , \t,", []), ("a", ["a"]), ("a,b", ["a", "b"]),
      (" a , b c\t,,d ", ["a", "b c", "d"]),
    ] as [(String, [String])])
  func splitsAtCommasTrimsAndSkipsEmptyElements(text: String, expected: [String]) {
    let bytes = Array("##\(text)##".utf8)
    var elements = ListElements(2..<bytes.count - 2)
    var found: [String] = []
    while let range = elements.next(in: bytes.span) {
      found.append(String(decoding: bytes[range], as: UTF8.self))
    }
    #expect(found == expected)
  }
}
