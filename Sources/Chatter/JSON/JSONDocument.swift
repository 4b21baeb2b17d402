/// A JSON text that is read as a whole, for texts in which ambiguity is dangerous: tokens, keys and
/// the responses of other servers. The caller limits the size of the text.
///
/// It is stricter than a post: two members of one object with the same name are refused, since two
/// readers could take different ones (RFC 7519 section 4), and so is half a surrogate pair, which
/// has no UTF-8.
public indirect enum JSONDocument: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// A number, as the nearest double; infinite if it is too large for one.
  case number(Double)
  case text(String)
  case list([JSONDocument])
  case object([String: JSONDocument])

  /// Reads a text that is one JSON value.
  public init(_ bytes: ArraySlice<UInt8>) throws(JSONDocumentError) {
    var reader = Reader()
    do throws(JSONError) {
      var scanner = try JSONScanner(bytes)
      self = try reader.value(&scanner)
      try scanner.finish()
    } catch {
      throw .malformed(error)
    }
    if let error = reader.error { throw error }
  }

  /// The text of this value; nil for another kind.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number of this value; nil for another kind.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The elements of this value; nil for another kind.
  public var list: [JSONDocument]? { if case .list(let list) = self { list } else { nil } }

  /// The members of this value; nil for another kind.
  public var object: [String: JSONDocument]? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Builds the values of one text, and records the first error that its grammar permits.
  private struct Reader {
    var error: JSONDocumentError?

    mutating func value(_ scanner: inout JSONScanner) throws(JSONError) -> JSONDocument {
      scanner.skipBlanks()
      switch scanner.peek {
      case UInt8(ascii: "{"): return .object(try members(&scanner))
      case UInt8(ascii: "["): return .list(try elements(&scanner))
      default: break
      }
      let (first, start) = (scanner.peek, scanner.position)
      switch try scanner.value() {
      case .null: return .null
      case .text(let text): return .text(string(text))
      case .other(.boolean): return .boolean(first == UInt8(ascii: "t"))
      case .other:
        let base = scanner.bytes.startIndex
        let digits = scanner.bytes[base + start..<base + scanner.position]
        return .number(Double(String(decoding: digits, as: UTF8.self)) ?? .infinity)
      }
    }

    private mutating func members(
      _ scanner: inout JSONScanner
    ) throws(JSONError) -> [String: JSONDocument] {
      var members: [String: JSONDocument] = [:]
      try scanner.members { (key, scanner) throws(JSONError) in
        let value = try value(&scanner)
        if members.updateValue(value, forKey: string(key)) != nil {
          error = error ?? .repeatedMember
        }
      }
      return members
    }

    private mutating func elements(
      _ scanner: inout JSONScanner
    ) throws(JSONError) -> [JSONDocument] {
      var elements: [JSONDocument] = []
      try scanner.elements { (scanner) throws(JSONError) in
        elements.append(try value(&scanner))
      }
      return elements
    }

    private mutating func string(_ text: JSONText) -> String {
      do throws(JSONText.LoneSurrogateError) {
        return String(decoding: try text.unescaped(), as: UTF8.self)
      } catch {
        self.error = self.error ?? .loneSurrogate
        return ""
      }
    }
  }
}

/// The reason that a text is not an unambiguous JSON value.
public enum JSONDocumentError: Error, Sendable, Equatable {
  case malformed(JSONError)
  /// Two members of one object have the same name.
  case repeatedMember
  /// A text contains half a surrogate pair.
  case loneSurrogate
}
