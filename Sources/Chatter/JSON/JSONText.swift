/// A string of a JSON text, as it stands between its quotes; the scanner has checked it.
struct JSONText: Equatable {
  /// The bytes between the quotes: valid UTF-8, escapes not yet resolved.
  let raw: ArraySlice<UInt8>
  let hasEscapes: Bool

  /// A `\u` escape of half a surrogate pair: such a text has no UTF-8.
  struct LoneSurrogateError: Error, Equatable {}

  /// The text in UTF-8: a slice of what was scanned where it has no escapes, a new buffer otherwise.
  func unescaped() throws(LoneSurrogateError) -> ArraySlice<UInt8> {
    guard hasEscapes else { return raw }
    let span = raw.span
    // Every escape is longer than what it stands for.
    var output = [UInt8](repeating: 0, count: span.count)
    var written = 0
    var position = 0
    var room = output.mutableSpan
    while position < span.count {
      let end = ByteRun.copyToBackslash(in: span, from: position, to: &room, at: written)
      written += end - position
      position = end
      if end < span.count {
        let escape = try JSONEscape(in: span, at: end)
        if escape.scalar.isASCII {
          room[written] = UInt8(truncatingIfNeeded: escape.scalar.value)
          written += 1
        } else {
          for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
            room[written] = byte
            written += 1
          }
        }
        position = escape.end
      }
    }
    output.removeLast(output.count - written)
    return output[...]
  }

  /// The bytes of which this is the base64 text, decoded from where it is; nil for any other text,
  /// and for one with escapes that no encoder of base64 writes.
  func decodedBase64() -> [UInt8]? {
    Vectors.decodeBase64(raw.span, hasEscapes: hasEscapes)
  }

  /// Whether this is a given text; one with a lone surrogate is none.
  func equals(_ text: StaticString) -> Bool {
    guard hasEscapes else {
      return raw.count == text.utf8CodeUnitCount && raw.elementsEqual(text.description.utf8)
    }
    // An escape takes at most six bytes for one: what is longer is not worth resolving.
    guard raw.count <= 6 * text.utf8CodeUnitCount, let bytes = try? unescaped() else {
      return false
    }
    return bytes.elementsEqual(text.description.utf8)
  }

  /// The field whose key this is, nil for any other text; it is unescaped at most once.
  var postField: PostField? {
    // An escape takes at most six bytes for one: a longer text cannot be a key.
    guard raw.count <= 6 * PostField.keyBytesMax, let key = try? unescaped() else { return nil }
    return PostField.allCases.first { key.elementsEqual($0.rawValue.utf8) }
  }
}
