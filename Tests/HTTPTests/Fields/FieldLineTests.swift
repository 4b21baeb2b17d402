import Testing

@testable import HTTP

struct FieldLineTests {
  private func read(_ text: String) throws(RequestError) -> (String, String) {
    let bytes = Array("..\(text)..".utf8)
    let line = try FieldLine(parsing: bytes.span, 2..<bytes.count - 2)
    return (
      String(decoding: bytes[line.name], as: UTF8.self),
      String(decoding: bytes[line.value], as: UTF8.self)
    )
  }

  @Test(
    arguments: [
      ("A: b", "b"), ("A:b", "b"), ("A: \t b c \t", "b c"), ("A:", ""), ("A:   ", ""),
      ("A::b:", ":b:"),
    ])
  func trimsWhitespaceAroundValues(line: String, value: String) throws {
    let (name, read) = try read(line)
    #expect(name == "A")
    #expect(read == value)
  }

  @Test(
    arguments: [
      ("A", .missingColon), ("A ", .missingColon), ("A b", .invalidFieldName),
      ("A : b", .whitespaceBeforeColon), (" A: b", .foldedField), (" ", .foldedField),
      (":", .invalidFieldName), ("A\"B: c", .invalidFieldName), ("A b: c", .invalidFieldName),
    ] as [(String, RequestError)])
  func rejectsMalformedLinesByCause(line: String, expected: RequestError) {
    #expect(throws: expected) { try read(line) }
  }
}
