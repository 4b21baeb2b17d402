import Testing

@testable import ChatterTerminal

struct LineSplitterTests {
  private func all(_ splitter: inout LineSplitter) -> [LineSplitter.Line] {
    var lines: [LineSplitter.Line] = []
    while let line = splitter.next() { lines.append(line) }
    return lines
  }

  @Test func joinsChunksIntoLinesAtEverySplit() {
    let bytes = Array("one\r\ntwo\n\nthe last".utf8)
    for place in 0...bytes.count {
      var splitter = LineSplitter(bytesMax: 8)
      splitter.receive(Array(bytes[..<place]))
      var lines = all(&splitter)
      splitter.receive(Array(bytes[place...]))
      lines += all(&splitter)
      #expect(lines == [.text("one"), .text("two"), .text("")])
      let last = splitter.end()
      let none = splitter.end()
      #expect(last == .text("the last") && none == nil)
    }
  }

  @Test func returnsOneLinePerCall() {
    var splitter = LineSplitter(bytesMax: 8)
    splitter.receive(Array("one\ntwo\nthr".utf8))
    let first = splitter.next()
    splitter.receive(Array("ee\n".utf8))
    #expect(first == .text("one"))
    let rest = all(&splitter)
    #expect(rest == [.text("two"), .text("three")])
  }

  @Test func returnsPrefixOfOverlongLineAndContinues() {
    var splitter = LineSplitter(bytesMax: 4)
    splitter.receive(Array("1234\n12345\nquit".utf8))
    let lines = all(&splitter)
    #expect(lines == [.text("1234"), .tooLong(prefix: "1234")])
    let last = splitter.end()
    #expect(last == .text("quit"))
  }
}
