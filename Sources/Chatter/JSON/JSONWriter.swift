/// Appends compact JSON to a byte buffer: raw UTF-8, with only the escapes that RFC 8259 requires.
public enum JSONWriter {
  /// The value of a member.
  public enum Value: Sendable {
    /// A string; nil is `null`.
    case text(String?)
    /// JSON as it is.
    case json(String)
  }

  /// Returns an object.
  public static func object(_ members: KeyValuePairs<String, Value>) -> [UInt8] {
    var json: [UInt8] = []
    for (name, value) in members {
      append(raw: json.isEmpty ? "{" : ",", to: &json)
      append(name, to: &json)
      append(raw: ":", to: &json)
      switch value {
      case .text(let text): append(text, to: &json)
      case .json(let text): json += text.utf8
      }
    }
    return json + [UInt8(ascii: "}")]
  }

  /// Appends a string with its quotes.
  public static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    appendContents(of: text, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a string, or `null` for nil.
  public static func append(_ text: String?, to output: inout [UInt8]) {
    guard let text else { return append(raw: "null", to: &output) }
    append(text, to: &output)
  }

  /// Appends JSON that is constant in the source.
  public static func append(raw json: StaticString, to output: inout [UInt8]) {
    output.append(contentsOf: json.description.utf8)
  }

  /// Appends JSON that is constant in the source, then a string, or `null` for nil.
  public static func append(raw json: StaticString, _ text: String?, to output: inout [UInt8]) {
    append(raw: json, to: &output)
    append(text, to: &output)
  }

  /// Appends a string without quotes; copies it in one step if it needs no escapes.
  private static func appendContents(of text: String, to output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: text.utf8)
    guard ByteRun.writableEnd(in: output.span, from: start) < output.count else { return }

    let contents = [UInt8](output[start...])
    output.removeLast(contents.count)
    var position = 0
    while position < contents.count {
      let end = ByteRun.writableEnd(in: contents.span, from: position)
      output.append(contentsOf: contents[position..<end])
      if end < contents.count { appendEscape(of: contents[end], to: &output) }
      position = end + 1
    }
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      append(raw: "u00", to: &output)
      output.append(HexDigit.byte(of: byte >> 4))
      output.append(HexDigit.byte(of: byte))
    default: output.append(byte)
    }
  }
}

/// Hexadecimal digits as bytes.
enum HexDigit {
  /// Returns the value of a digit of either case, or nil for any other byte.
  static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Returns the lower-case digit of the low four bits.
  static func byte(of value: UInt8) -> UInt8 {
    let digit = value & 0xF
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}
