internal import Crypto

/// The directory with the responses to the challenge tls-alpn-01 of ACME (RFC 8737), which an ACME
/// client writes for a few seconds.
///
/// The authority connects as a client that offers only the protocol `acme-tls/1`, and expects a
/// self-signed certificate that proves the control of the name. No other client offers only that.
public struct ChallengeDirectory: Sendable, Equatable {
  /// The application protocol of a validation. Nothing is exchanged after its handshake.
  public static let applicationProtocol = "acme-tls/1"
  /// The limit of a DNS name (RFC 1035 section 2.3.4).
  private static let nameBytesMax = 253

  /// The directory. `NAME.pem` in it is a certificate and its key; NAME is the server name that the
  /// authority sends, for an address that of its reverse look-up (RFC 8738 section 6).
  public let path: String

  public init(path: String) { self.path = path }

  /// Returns whether the ALPN extension of a ClientHello offers only `acme-tls/1`.
  static func isChallenge(protocols: [UInt8]) -> Bool {
    let name = Array(applicationProtocol.utf8)
    return protocols == [0, UInt8(name.count + 1), UInt8(name.count)] + name
  }

  /// Returns the name in the server_name extension of a ClientHello (RFC 6066 section 3), in lower
  /// case; nil unless it is a single DNS name that is safe in a path.
  static func name(inExtension bytes: [UInt8]) -> String? {
    // The length of the list, the type host_name (0), and the length of the name.
    guard bytes.count > 5, bytes[2] == 0,
      Int(bytes[0]) << 8 | Int(bytes[1]) == bytes.count - 2,
      Int(bytes[3]) << 8 | Int(bytes[4]) == bytes.count - 5
    else { return nil }
    let name = bytes[5...]
    guard name.count <= nameBytesMax, name.first != UInt8(ascii: "."),
      name.allSatisfy({ $0 == UInt8(ascii: ".") || CertificateRequest.isLabelByte($0) })
    else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  /// Reads the certificate and key for a name; nil if there is no challenge for it now.
  func response(for name: String) -> CertifiedKey? {
    let file = path + "/" + name + ".pem"
    guard CertificateFile(path: file).exists else { return nil }
    return try? CertifiedKey(CertifiedKeyFiles(certificate: file, privateKey: file))
  }
}
