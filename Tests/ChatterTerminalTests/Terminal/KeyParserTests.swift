import TestSupport
import Testing

@testable import ChatterTerminal

struct KeyParserTests {
  static let sequences: [(String, Key)] = [
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OF", .end), ("\u{1B}[H", .home), ("\u{1B}[1~", .home),
    ("\u{1B}[4~", .end), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}OP", .function(1)),
    ("\u{1B}[11~", .function(1)), ("\u{1B}[15~", .function(5)), ("\u{1B}[17~", .function(6)),
    ("\u{1B}[24~", .function(12)), ("\u{1B}[1;5C", .right), ("\u{1B}[3;2~", .delete),
    ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)), ("\u{1B}\r", .alt("\r")),
    ("\u{1B}x", .alt("x")), ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace),
    ("\u{3}", .control("c")), ("\u{12}", .control("r")), ("a", .text("a")), ("é", .text("é")),
    ("日", .text("日")), ("🎤", .text("🎤")), ("\u{1B}[200~a\nb\u{1B}[201~", .paste("a\nb")),
    ("\u{1B}[200~\u{1B}[A\u{3}\u{1B}[201~", .paste("\u{1B}[A\u{3}")),
    ("\u{1B}[200~\u{1B}[201~", .paste("")),
  ]

  private func keys(_ chunks: [[UInt8]]) -> [Key] {
    var parser = KeyParser()
    var keys: [Key] = []
    for chunk in chunks {
      parser.receive(chunk)
      while let key = parser.next() { keys.append(key) }
    }
    return keys
  }

  @Test(arguments: sequences)
  func parsesSequencesAtEverySplit(text: String, key: Key) {
    let bytes = Array(text.utf8)
    for place in 1..<max(1, bytes.count) {
      let (prefix, suffix) = (Array(bytes[..<place]), Array(bytes[place...]))
      #expect(keys([prefix]) == [], "\(place)")
      #expect(keys([prefix, suffix]) == [key], "\(place)")
    }
    #expect(keys([bytes]) == [key])
    #expect(keys(bytes.map { [$0] }) == [key])
  }

  @Test func parsesAllSequencesInOneStream() {
    let bytes = Self.sequences.flatMap { Array($0.0.utf8) }
    let expected = Self.sequences.map(\.1)
    #expect(keys([bytes]) == expected)
    #expect(keys(bytes.map { [$0] }) == expected)
  }

  @Test func returnsLoneEscapeAfterTimeout() {
    var parser = KeyParser()
    parser.receive([0x1B])
    let taken1 = parser.next()
    #expect(taken1 == nil)
    let taken2 = parser.settle()
    #expect(taken2 == .escape)
    let taken3 = parser.settle()
    #expect(taken3 == nil)
  }

  @Test func returnsFirstOfTwoEscapes() {
    var parser = KeyParser()
    parser.receive([0x1B, 0x1B])
    let taken4 = parser.next()
    #expect(taken4 == .escape)
    let taken5 = parser.next()
    #expect(taken5 == nil)
    let taken6 = parser.settle()
    #expect(taken6 == .escape)
  }

  @Test(
    arguments: [
      [0xC3, 0x41], [0xFF, 0x41], [0x80, 0x41], [0xE2, 0x82, 0x41], [0xC0, 0x41],
    ] as [[UInt8]])
  func replacesInvalidUTF8AndContinues(bytes: [UInt8]) {
    let keys = keys([bytes])
    #expect(keys.first == .text(Printable.replacement))
    #expect(keys.last == .text("A"))
  }

  @Test func replacesIncompleteCharacterAfterTimeout() {
    var parser = KeyParser()
    parser.receive([0xE2, 0x82])
    let taken7 = parser.next()
    #expect(taken7 == nil)
    let taken8 = parser.settle()
    #expect(taken8 == .text(Printable.replacement))
  }

  @Test func replacesSurrogatesAndValuesBeyondUnicode() {
    #expect(keys([[0xED, 0xA0, 0x80]]) == [.text(Printable.replacement)])
    #expect(keys([[0xF4, 0x90, 0x80, 0x80]]) == [.text(Printable.replacement)])
  }

  @Test func dropsUnknownAndOverlongSequences() {
    #expect(keys([Array("\u{1B}[99~\u{1B}[?1;2ca".utf8)]) == [.text("a")])
    let endless = "\u{1B}[" + String(repeating: "1", count: KeyParser.sequenceBytesMax)
    #expect(keys([Array((endless + "a").utf8)]) == [.text("a")])
  }

  @Test func truncatesPasteAtLimit() {
    let long = String(repeating: "x", count: KeyParser.pasteBytesMax + 10)
    let keys = keys([Array("\u{1B}[200~\(long)\u{1B}[201~q".utf8)])
    #expect(keys.count == 2 && keys.last == .text("q"))
    if case .paste(let text)? = keys.first { #expect(text.utf8.count == KeyParser.pasteBytesMax) }
  }

  @Test func endsPasteWithoutEndMarker() {
    var parser = KeyParser()
    parser.receive(Array("\u{1B}[200~ab".utf8))
    let taken1 = parser.next()
    let taken2 = parser.settle()
    #expect(taken1 == nil && taken2 == nil)
    let taken3 = parser.endPaste()
    #expect(taken3 == .paste("ab"))
    let taken4 = parser.endPaste()
    #expect(taken4 == nil)
    parser.receive(Array("q".utf8))
    let taken5 = parser.next()
    #expect(taken5 == .text("q"))
  }

  @Test func survivesRandomBytes() {
    var random = SeededGenerator(state: 42)
    var parser = KeyParser()
    for _ in 0..<20_000 {
      let byte = UInt8.random(in: 0...255, using: &random)
      parser.receive([Bool.random(using: &random) ? 0x1B : byte])
      while parser.next() != nil {}
      if Int.random(in: 0..<16, using: &random) == 0 { _ = parser.settle() }
    }
    parser.receive(Array("\u{1B}[201~".utf8))
    while parser.next() != nil {}
    while parser.settle() != nil {}
    parser.receive(Array("z".utf8))
    let taken9 = parser.next()
    #expect(taken9 == .text("z"))
  }
}
