import Foundation
import Testing

@testable import ChatterTerminal

struct PrintableTests {
  @Test(
    arguments: [
      ("Û9B", "?9B"), ("e\u{301}a", "ea"), ("日本", "??"), ("👩‍👩‍👧", "?"), ("a\r\nb", "a\r\nb"),
    ])
  func replacesCharactersBeyondASCII(text: String, shown: String) {
    #expect(Printable.ascii(text) == shown)
  }

  @Test(
    arguments: [
      "\u{1B}[2J", "\u{9B}31m", "\u{7}", "\u{8}", "\u{0}", "\u{202E}txt", "\u{2066}", "\u{FEFF}",
      "\u{E000}", "\u{E0041}", "\u{E007F}",
    ])
  func replacesTerminalControlCharacters(text: String) {
    let line = Printable.line(text)
    #expect(line.unicodeScalars.first == Printable.replacement)
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
  }

  @Test func replacesTagCharactersThatHideAText() {
    let hidden = "\u{E0061}\u{E0062}"
    #expect(Printable.line("a\(hidden)b") == "a\u{FFFD}\u{FFFD}b")
    // More than the region of a flag.
    let tags = String(repeating: "\u{E0061}", count: 7)
    #expect(Printable.line("🏴\(tags)\u{E0061}") == "🏴\(tags)\u{FFFD}")
    #expect(Printable.json("\(hidden)") == #"\udb40\udc61\udb40\udc62"#)
  }

  @Test func keepsAccentsJoinedEmojiAndFlags() {
    let wales = "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}"
    for text in ["héllo", "e\u{301}", "👩‍👩‍👧", "🇩🇪", wales, "日本", "❤️", "שלום"] {
      #expect(Printable.line(text) == text)
    }
  }

  @Test func escapesControlCharactersInJSON() throws {
    let text = "{\"a\":\"\u{9B}31m\u{7F}\u{202E}\u{E0001}\u{F0000}é👩‍👩‍👧\"}"
    let line = Printable.json(text)
    let escaped = #"{"a":"\u009b31m\u007f\u202e\udb40\udc01\udb80\udc00é👩‍👩‍👧"}"#
    #expect(line == escaped)
    let values = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(values?["a"] == "\u{9B}31m\u{7F}\u{202E}\u{E0001}\u{F0000}é👩‍👩‍👧")
  }

  @Test func escapesAllCharactersBeyondASCIIInJSON() throws {
    let text = "{\"a\":\"\u{9B}é👩\u{7F}z\"}"
    let line = Printable.json(text, isUnicode: false)
    #expect(line == #"{"a":"\u009b\u00e9\ud83d\udc69\u007fz"}"#)
    let values = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(values?["a"] == "\u{9B}é👩\u{7F}z")
  }

  @Test func turnsLineBreaksIntoBlanksOrLines() {
    #expect(Printable.line("a\nb\tc\u{2028}d") == "a b c d")
    #expect(Printable.lines("a\r\nb\n\nc") == ["a", "b", "", "c"])
  }
}
