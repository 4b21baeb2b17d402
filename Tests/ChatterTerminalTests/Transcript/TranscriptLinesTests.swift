import Testing

@testable import ChatterTerminal

struct TranscriptLinesTests {
  @Test func readsTextsFromChunksOfAnySize() {
    let bytes = Array("partial one\npartial one two\r\nfinal one two three\n".utf8)
    for cut in 0...bytes.count {
      var lines = TranscriptLines()
      _ = lines.receive(Array(bytes[..<cut]))
      #expect(lines.isFinal == (cut == bytes.count))
      _ = lines.receive(Array(bytes[cut...]))
      #expect(lines.text == "one two three" && lines.isFinal && lines.message == nil, "\(cut)")
    }
  }

  @Test func reportsWhetherTheTextHasChanged() {
    var lines = TranscriptLines()
    #expect(lines.receive(Array("partial one\n".utf8)) == true)
    #expect(lines.receive(Array("partial one\n".utf8)) == false)
    #expect(lines.receive(Array("partial one t".utf8)) == false)
    #expect(lines.receive(Array("wo\n".utf8)) == true)
    #expect(lines.receive(Array("final\n".utf8)) && lines.text == "" && lines.isFinal)
  }

  @Test func keepsTheLastOtherLineAsAMessage() {
    var lines = TranscriptLines()
    _ = lines.receive(Array("a\nfinally\n\npartial one\n".utf8))
    #expect(lines.message == "finally" && lines.text == "one")
    _ = lines.receive(Array((String(repeating: "x", count: 5_000) + "\n").utf8))
    #expect(lines.message?.count == TranscriptLines.messageMax)
  }

  @Test func acceptsNothingAfterTheFinalText() {
    var lines = TranscriptLines()
    #expect(lines.receive(Array("final one\npartial two\nfinal three\n".utf8)) == true)
    #expect(!lines.receive(Array("partial two\n".utf8)) && lines.text == "one")
  }

  @Test func replacesControlCharacters() {
    var lines = TranscriptLines()
    _ = lines.receive(Array("\u{1B}[1m\npartial a\u{1B}[2Jb\tc\n".utf8))
    #expect(lines.text == "a\u{FFFD}[2Jb c" && lines.message == "\u{FFFD}[1m")
  }

  @Test func ignoresLinesBeyondTheLimit() {
    var lines = TranscriptLines()
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: TranscriptLines.lineBytesMax)
    #expect(lines.receive(Array("partial ".utf8) + long) == false)
    #expect(lines.receive(long + Array("\n".utf8)) == false)
    #expect(lines.receive(Array("partial one\n".utf8)) && lines.text == "one")
  }
}
