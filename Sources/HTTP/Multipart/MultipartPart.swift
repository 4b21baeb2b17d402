/// The head of a part of a form (RFC 7578 section 4).
public struct MultipartPart: Sendable, Equatable {
  /// The name of the form's field.
  public let name: String
  public let filename: String?
  public let contentType: FieldParameters?
  /// The coding of the content, in lower case, which RFC 7578 deprecates; nil for none.
  public let transferEncoding: String?

  /// Parses the lines of a head, without line ends.
  init(_ lines: [ArraySlice<UInt8>]) throws(MultipartError) {
    var values: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(\.isTokenCharacter),
        // Browsers send other control characters of a name as they are.
        !line.contains(0x0D),
        let value = String(validating: line[(colon + 1)...], as: UTF8.self)
      else { throw .invalidHead }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard values.updateValue(value, forKey: name) == nil else { throw .invalidHead }
    }
    guard let text = values["content-disposition"], let disposition = FieldParameters(text),
      disposition.value == "form-data", let name = disposition["name"]
    else { throw .missingName }
    self.name = Self.decoded(name)
    filename = disposition["filename"].map(Self.decoded)
    contentType = values["content-type"].flatMap { FieldParameters($0) }
    transferEncoding = values["content-transfer-encoding"].flatMap { FieldParameters($0)?.value }
  }

  /// Decodes what browsers encode in names (HTML standard, section 4.10.21.8).
  private static func decoded(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for (code, byte) in [("%22", 0x22), ("%0D", 0x0D), ("%0A", 0x0A)] as [(String, UInt8)] {
      bytes.replace(code.utf8, with: CollectionOfOne(byte))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
