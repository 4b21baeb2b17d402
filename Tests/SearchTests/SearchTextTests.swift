import Search
import Testing

struct SearchTextTests {
  @Test(
    arguments: [
      ("Hello, hello world!", "'hello' 'hello' 'world' "),
      ("Café CAFE\u{301} Straße", "'cafe' 'cafe' 'strasse' "),
      ("Łódź Ærø ﬁn ＡＢ１", "'lodz' 'aero' 'fin' 'ab1' "),
      ("東京 x", "'東京':1 '京':2 'x' "),
      ("海。海", "'海':1 '海':3 "),
      ("a1@b2/c3\\'d4'", "'a1' 'b2' 'c3' 'd4' "),
      ("👍🏽 ok", "'👍':1 'ok' "),
      ("зелёный МИР", "'зеленыи' 'мир' "),
      ("ภาษาไทย", "'ภา':1 'าษ':2 'ษา':3 'าไ':4 'ไท':5 'ทย':6 'ย':7 "),
      ("ລາວ", "'ລາ':1 'າວ':2 'ວ':3 "), ("ខ្មែរ", "'ខ្':1 '្ម':2 'មែ':3 'ែរ':4 'រ':5 "),
      ("ｶﾅ かな", "'カナ':1 'ナ':2 'かな':4 'な':5 "),
      ("", ""), (" .,!\u{200B}", ""),
    ])
  func makesTheWordsOfAMessage(message: String, vector: String) {
    #expect(SearchText.vector(of: message) == vector)
  }

  @Test(
    arguments: [
      ("Straße caf", "'strasse':* & 'caf':*"), ("strasse CAFÉ", "'strasse':* & 'cafe':*"),
      ("东边", "('东边')"), ("上海东", "('上海' <-> '海东')"), ("海", "'海':*"),
      ("ไทย", "('ไท' <-> 'ทย')"), ("ລາ", "('ລາ')"), ("មែរ", "('មែ' <-> 'ែរ')"),
      ("ｶﾀｶﾅ", "('カタ' <-> 'タカ' <-> 'カナ')"), ("かな", "('かな')"),
      ("iPhone东边", "'iphone':* & ('东边')"), ("'\\:*&|!()<->", ""),
    ])
  func makesTheWordsOfASearch(search: String, query: String) {
    #expect(SearchText.query(for: search) == query)
  }

  @Test func limitsTheWordsOfASearch() {
    for unit in ["x ", "東"] {
      let countMax = SearchText.searchWordsMax + (unit == "東" ? 1 : 0)
      #expect(SearchText.query(for: String(repeating: unit, count: countMax)) != nil)
      #expect(SearchText.query(for: String(repeating: unit, count: countMax + 1)) == nil)
    }
  }

  /// What PostgreSQL takes (manual, section 12.11): words below 2 KiB, below 1 MiB in all, at most
  /// 255 positions of a word, none above 16,383.
  @Test(arguments: [
    "ﷺ", "가", "a", "東", "a1@", "./", "é ", "🎉", "\u{301}", "字b", "(((", "'", "\\", "%", "ไ", "ｶﾞ",
    "\u{1F1E9}\u{1F1EA}", "a\0",
  ])
  func staysWithinTheLimitsOfTheDatabase(unit: String) {
    var random = SystemRandomNumberGenerator()
    let han = (0..<20_000).map { _ in
      String(Unicode.Scalar(UInt32.random(in: 0x4E00...0x9FFF, using: &random))!)
    }.joined()
    let words = (0..<20_000).map { String($0, radix: 36) }.joined(separator: " ")
    for text in [String(repeating: unit, count: 65_536 / unit.utf8.count), han, words] {
      let vector = SearchText.vector(of: text)
      #expect(vector.utf8.count < 1 << 20)
      #expect(vector.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\\") })
      let entries = vector.split(separator: " ").map { $0.split(separator: ":") }
      #expect(entries.allSatisfy { $0[0].utf8.count < 2048 })
      let places = Dictionary(grouping: entries, by: \.[0])
      #expect(places.count <= SearchText.messageWordsMax)
      #expect(places.values.allSatisfy { $0.count <= 255 })
      #expect(entries.allSatisfy { $0.count == 1 || Int($0[1])! <= 16_383 })
    }
  }
}
