import Testing

@testable import HTTP

@Suite("LineScan")
struct LineScanTests {
  private func scan(_ text: String, from start: Int = 0) -> LineScan.Result {
    let bytes = Array(text.utf8)
    return LineScan.scan(bytes.span, from: start)
  }

  @Test func endsALineAtCRLF() {
    #expect(scan("abc\r\ndef") == .end(at: 3))
    #expect(scan("\r\n") == .end(at: 0))
    #expect(scan("a\r\nb\tü\r\n", from: 3) == .end(at: 7))
  }

  @Test func resumesWhereItStoppedOrAtACR() {
    #expect(scan("") == .incomplete(resumeAt: 0))
    #expect(scan("abc") == .incomplete(resumeAt: 3))
    #expect(scan("abc\r") == .incomplete(resumeAt: 3))
  }

  @Test(arguments: 0...255)
  func rejectsControlCharactersExceptHTAB(value: Int) {
    let byte = UInt8(value)
    let result = LineScan.scan([0x61, byte, 0x61].span, from: 0)
    switch byte {
    case 0x0A: #expect(result == .failed(.bareLineFeed))
    case 0x0D: #expect(result == .failed(.bareCarriageReturn))
    case 0x00..<0x09, 0x0B..<0x20, 0x7F: #expect(result == .failed(.controlCharacter))
    default: #expect(result == .incomplete(resumeAt: 3))
    }
  }
}
