import Chatter
import FuzzInput

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzBase64(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  encodesAndDecodes(input.bytes)
  decodesLikeTheTextbook(input.bytes)
  hasOneTextForURLs(input.bytes)
  return 0
}

/// Any bytes come back from their own text, which is padded and in the standard alphabet.
private func encodesAndDecodes(_ bytes: [UInt8]) {
  let text = Base64.encode(bytes[...])
  claim(text.count == Base64.encodedCount(of: bytes.count), "the text has the length foretold")
  claim(text.count % 4 == 0, "the text is padded")
  claim(text.allSatisfy { isInAlphabet($0) || $0 == UInt8(ascii: "=") }, "a foreign character")
  claim((try? Base64.decode(text[...])) == bytes, "decoding undoes encoding")
}

/// A text that is taken means what RFC 4648 says; one that is refused breaks one of its rules.
private func decodesLikeTheTextbook(_ text: [UInt8]) {
  let letters = text.filter(isInAlphabet)
  do throws(Base64Error) {
    let bytes = try Base64.decode(text[...])
    var encoded = Base64.encode(bytes[...])
    while encoded.last == UInt8(ascii: "=") { encoded.removeLast() }
    claim(encoded == letters, "encoding undoes decoding")
  } catch {
    claim(!"\(error)".isEmpty, "an error has its words")
    // Nothing but letters, of a length that bytes can have: only its last bits can be wrong.
    guard letters.count == text.count, letters.count % 4 == 0 else { return }
    claim(letters.isEmpty, "whole groups of letters were refused: \(error)")
  }
}

/// The text for URLs of any bytes is read again, and a text that is read is the only one of its
/// bytes.
private func hasOneTextForURLs(_ bytes: [UInt8]) {
  claim(Base64URL.decode(Base64URL.encode(bytes).utf8) == bytes, "decoding undoes encoding")
  guard let decoded = Base64URL.decode(bytes) else { return }
  claim(Array(Base64URL.encode(decoded).utf8) == bytes, "bytes have two texts")
}

private func isInAlphabet(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
    true
  default: false
  }
}
