internal import Chatter

/// The certificates or the key that a client accepts from a server.
public enum Trust: Sendable, Equatable {
  /// Certificates signed by this machine's authorities, with a matching name and valid dates.
  case system

  /// Certificates signed by one in this PEM file, with a matching name and valid dates, and no
  /// others.
  ///
  /// The file contains authorities, or the server's own certificate, self-signed or not.
  case file(String)

  /// The key with this SHA-256 of its SubjectPublicKeyInfo, in base64 or in hexadecimal digits
  /// (colons between them are allowed), and no other.
  ///
  /// Only the key is checked, not the chain, name or dates of the certificate. Clients therefore
  /// still accept the server after its address or its certificate changes.
  case pinnedKey(String)

  /// Returns the pin in base64, 44 characters; nil if the text is not a SHA-256.
  static func base64(ofPin text: String) -> String? {
    let bytes = ServerCertificate.fingerprint(text) ?? (try? Base64.decode(ArraySlice(text.utf8)))
    guard let bytes, bytes.count == 32 else { return nil }
    return String(decoding: Base64.encode(bytes[...]), as: UTF8.self)
  }
}
