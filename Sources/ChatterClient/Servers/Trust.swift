internal import Chatter

/// Whom a client believes to be the server.
public enum Trust: Sendable, Equatable {
  /// Whom this machine's authorities vouch for, by name and date.
  case system

  /// Whom a certificate in this PEM file vouches for, by name and date, and nobody else.
  ///
  /// The file holds authorities, or the server's own certificate, self-signed or not.
  case file(String)

  /// Who holds the key of this SHA-256 over its SubjectPublicKeyInfo, in base64 or in hexadecimal
  /// digits (colons between them are fine), and nobody else.
  ///
  /// The key alone counts: neither the chain nor the name nor the dates of the certificate are
  /// looked at, so that a server keeps its clients when its address or its certificate changes.
  case pinnedKey(String)

  /// The pin in base64, 44 characters; nil where the text is no SHA-256.
  static func base64(ofPin text: String) -> String? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    if digits.count == 64 {
      let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard values.count == 64 else { return nil }
      let bytes = stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
      return String(decoding: Base64.encode(bytes[...]), as: UTF8.self)
    }
    guard let bytes = try? Base64.decode(ArraySlice(text.utf8)), bytes.count == 32 else {
      return nil
    }
    return String(decoding: Base64.encode(bytes[...]), as: UTF8.self)
  }
}
