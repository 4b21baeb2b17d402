import Testing

@testable import HTTP

struct SpanTextTests {
  private let bytes = Array("xClose \t y".utf8)

  @Test func matchesWholeTextIgnoringCase() {
    let matches = [1..<6, 1..<5, 0..<5].map { bytes.span.matches("close", in: $0) }
    #expect(matches == [true, false, false])
    let equals = ["Close", "close"].map { bytes.span.equals($0, in: 1..<6) }
    #expect(equals == [true, false])
  }

  @Test func ignoresCaseOfLettersOnly() {
    let at = Array("@[".utf8)
    let matches = [at.span.matches("`{", in: 0..<2), at.span.matches("@[", in: 0..<2)]
    #expect(matches == [false, true])
  }

  @Test func trimsWhitespaceAtBothEnds() {
    let trimmed = [6..<10, 6..<9, 0..<7, 3..<3].map { bytes.span.trimmingWhitespace($0) }
    #expect(trimmed[0] == 9..<10)
    #expect(trimmed[1].isEmpty)
    #expect(trimmed[2] == 0..<6)
    #expect(trimmed[3].isEmpty)
  }
}
