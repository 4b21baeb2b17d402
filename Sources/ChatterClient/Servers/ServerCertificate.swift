internal import Chatter
internal import System

/// The certificate that a server presents, for a person who decides whether to trust it.
public struct ServerCertificate: Sendable, Equatable {
  /// The certificate in PEM (RFC 7468 section 5.1), which a file for ``Trust/file(_:)`` contains.
  public let pem: String
  /// The SHA-256 of the certificate in DER, 32 bytes.
  public let fingerprint: [UInt8]
  /// The host names and addresses that it is for; not validated, and empty if it has none.
  public let names: [String]
  /// The end of its validity, in the form `Nov 23 07:13:46 2027 GMT`; not validated.
  public let expiry: String

  /// Creates a certificate from its properties.
  public init(pem: String, fingerprint: [UInt8], names: [String], expiry: String) {
    (self.pem, self.fingerprint) = (pem, fingerprint)
    (self.names, self.expiry) = (names, expiry)
  }

  /// Creates a certificate from libcurl's lines (CURLINFO_CERTINFO(3)), such as `Expire date:Nov 23
  /// 07:13:46 2027 GMT`, with a SHA-256; nil if they contain no PEM.
  init?(lines: [String], digest: ([UInt8]) -> [UInt8]?) {
    func value(_ name: String) -> Substring? {
      lines.first { $0.hasPrefix(name + ":") }?.dropFirst(name.count + 1)
    }
    guard let pem = value("Cert"), let bytes = Self.bytes(ofPEM: pem), let digest = digest(bytes)
    else { return nil }
    let names = (value("X509v3 Subject Alternative Name") ?? "").split(separator: ", ")
    self.init(
      pem: String(pem), fingerprint: digest,
      names: names.map { name in
        if name.hasPrefix("IP Address:") { return Self.address(name.dropFirst(11)) }
        return String(name.hasPrefix("DNS:") ? name.dropFirst(4) : name)
      },
      expiry: String(value("Expire date") ?? ""))
  }

  /// Returns an address in the form of RFC 5952 section 4; libcurl's has eight groups.
  private static func address(_ text: Substring) -> String {
    let groups = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    guard groups.count == 8 else { return String(text) }
    var longest = 0..<0
    for start in groups.indices {
      let run = groups[start...].prefix { $0 == "0" }
      if run.count > max(1, longest.count) { longest = run.indices }
    }
    guard !longest.isEmpty else { return groups.joined(separator: ":") }
    return groups[..<longest.lowerBound].joined(separator: ":") + "::"
      + groups[longest.upperBound...].joined(separator: ":")
  }

  private static func bytes(ofPEM text: Substring) -> [UInt8]? {
    let lines = text.split(separator: "\n")
    guard lines.first == "-----BEGIN CERTIFICATE-----", lines.last == "-----END CERTIFICATE-----"
    else { return nil }
    return try? Base64.decode(ArraySlice(lines.dropFirst().dropLast().joined().utf8))
  }

  /// The fingerprint in the form of `openssl x509 -fingerprint -sha256`: `AB:CD:…`.
  public var fingerprintText: String {
    fingerprint.map { $0.hexadecimal(uppercase: true) }.joined(separator: ":")
  }

  /// Returns the 32 bytes of a fingerprint in hexadecimal digits, with or without colons, or nil.
  public static func fingerprint(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, values.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
