import Testing

@testable import ChatterServer

struct FoldedTextTests {
  @Test(
    arguments: [
      ("Bad", "bad"), ("ＢＡＤ１", "bad1"), ("straße", "STRASSE"), ("ÄÖ", "äö"),
      ("e\u{301}", "É"), ("ﾊﾞﾅﾅ", "バナナ"), ("ｱｲｳ", "アイウ"), ("b\u{200B}a\u{AD}d", "bad"),
      ("a\u{3000}b", "a b"), ("ΑΣ", "ας"),
    ])
  func ignoresCaseWidthAndInvisibleCharacters(one: String, other: String) {
    #expect(FoldedText(one).text == FoldedText(other).text)
  }

  @Test(arguments: [("bad", "bat"), ("b a d", "bad"), ("а", "a"), ("é", "e")])
  func keepsOtherDifferences(one: String, other: String) {
    #expect(FoldedText(one).text != FoldedText(other).text)
  }

  @Test(
    arguments: [
      ("", []), (" .,!", []), ("one", ["one"]),
      (
        "One, two;three_four\nfive",
        [
          "one", "two", "three", "four", "five",
        ]
      ),
      ("it's 2nd", ["it", "s", "2nd"]), ("größte Übung", ["grösste", "übung"]),
      ("смотри！かな…", ["смотри", "かな"]), ("👍ok👍🏽", ["ok"]),
    ] as [(String, [String])])
  func splitsIntoWords(text: String, words: [String]) {
    #expect(FoldedText(text).words == words)
  }
}
