import Testing

@testable import chatter

@Suite struct LineSplitterTests {
  @Test("pieces become lines, wherever they are cut")
  func lines() {
    let bytes = Array("one\r\ntwo\n\nthe last".utf8)
    for place in 0...bytes.count {
      var splitter = LineSplitter(bytesMax: 8)
      var lines = splitter.receive(Array(bytes[..<place]))
      lines += splitter.receive(Array(bytes[place...]))
      #expect(lines == [.text("one"), .text("two"), .text("")])
      let last = splitter.end()
      let none = splitter.end()
      #expect(last == .text("the last") && none == nil)
    }
  }

  @Test("a line that is too long is one that is too long, and the next is a line")
  func tooLong() {
    var splitter = LineSplitter(bytesMax: 4)
    let lines = splitter.receive(Array("1234\n12345\nquit".utf8))
    #expect(lines == [.text("1234"), .tooLong])
    let last = splitter.end()
    #expect(last == .text("quit"))
  }
}
