import ChatterAudio
import Testing

@testable import ChatterTerminal

struct CellWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("ｶ", 1), ("Ａ", 2), ("🎤", 2), ("❤️", 2), ("❤", 1), ("👩‍👩‍👧", 2), ("─", 1), ("█", 1),
      ("▶", 1), ("‖", 1), ("◉", 1), ("♪", 1), ("…", 1), ("\u{301}", 0), ("\u{200D}", 0),
      ("\u{FFFD}", 1), ("𝄞", 1), ("𠀀", 2), ("ก็", 1),
      // The sums of wcwidth(3): a vowel beside its consonant has its own column.
      ("का", 2), ("กำ", 2), ("क्ष", 2), ("क्षा", 3), ("🇩🇪", 2), ("👍🏽", 2), ("1\u{FE0F}\u{20E3}", 1),
    ])
  func returnsColumnsOfCharacters(text: String, columns: Int) {
    #expect(CellWidth.of(text) == columns)
  }

  @Test func splitsCharactersWiderThanTwoColumns() {
    #expect("क्षा".flatMap(CellWidth.cells) == ["क्", "ष", "ा"])
    #expect("का".flatMap(CellWidth.cells) == ["का"])
    #expect("👩‍👩‍👧".flatMap(CellWidth.cells) == ["👩‍👩‍👧"])
  }

  @Test func drawsUnicodeGlyphsOneColumnWide() {
    let glyphs = Glyphs(isUnicode: true)
    for icon in PlayerIcon.allCases { #expect(CellWidth.of(glyphs.icon(icon)) == 1) }
    #expect(Glyphs(isUnicode: false).icon(.play).utf8.allSatisfy { $0 < 0x80 })
  }
}
