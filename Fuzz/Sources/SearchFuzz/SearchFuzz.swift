import FuzzInput
import Search

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzSearch(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  let text = String(decoding: input.bytes, as: UTF8.self)
  let vector = SearchText.vector(of: text)
  check(vector)
  let words = vector.split(separator: " ").map { $0.prefix { $0 != ":" } }
  let counts = Dictionary(grouping: words, by: \.self).mapValues(\.count)
  claim(counts.count <= SearchText.messageWordsMax, "too many words")
  claim(words.allSatisfy { $0.utf8.count < 2048 }, "a word is too long")
  claim(
    counts.values.allSatisfy { $0 <= 255 } || text.utf8.count <= SearchText.messageWordsMax,
    "a word is repeated without bound")
  if let query = SearchText.query(for: text) {
    check(query)
    claim(query.isEmpty == words.isEmpty, "a text has words to find, or none")
  }
  claim(SearchText.vector(of: text) == vector, "a text has always the same words")
  return 0
}

/// Checks that quotes are those around words: PostgreSQL reads nothing else that a stranger has
/// written.
private func check(_ text: String) {
  var isQuoted = false
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "'"): isQuoted.toggle()
    case UInt8(ascii: "\\"), 0: claim(false, "a byte that would need an escape")
    case UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ")"):
      claim(!isQuoted, "an operator within a word")
    default: continue
    }
  }
  claim(!isQuoted, "a word without an end")
}
