import COpenSSL
import Glibc

extension Certificate {
  /// The DNS names in the subject alternative name extension.
  public var names: [String] { alternativeNames.names }
  /// The IP addresses in the subject alternative name extension.
  public var addresses: [String] { alternativeNames.addresses }

  /// The DNS names and the IP addresses of the subject alternative name extension (RFC 5280 section
  /// 4.2.1.6), in their order. Entries of other kinds are skipped.
  private var alternativeNames: (names: [String], addresses: [String]) {
    defer { OpenSSLFailure.forget() }
    guard let found = unsafe X509_get_ext_d2i(pointer, NID_subject_alt_name, nil, nil) else {
      return ([], [])
    }
    let list = OpaquePointer(found)
    defer { unsafe GENERAL_NAMES_free(list) }
    var names: [String] = []
    var addresses: [String] = []
    for index in unsafe 0..<max(0, OPENSSL_sk_num(list)) {
      guard let entry = unsafe OPENSSL_sk_value(list, index) else { continue }
      var kind: Int32 = 0
      let name = unsafe entry.assumingMemoryBound(to: GENERAL_NAME.self)
      guard let value = unsafe GENERAL_NAME_get0_value(name, &kind) else { continue }
      let bytes = unsafe Self.bytes(of: value.assumingMemoryBound(to: ASN1_STRING.self))
      switch kind {
      case GEN_DNS: names.append(String(decoding: bytes, as: UTF8.self))
      case GEN_IPADD: if let text = Self.addressText(bytes) { addresses.append(text) }
      default: break
      }
    }
    return (names, addresses)
  }

  private static func bytes(of string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
    let count = Int(unsafe ASN1_STRING_length(string))
    guard count > 0, let data = unsafe ASN1_STRING_get0_data(string) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data, count: count))
  }

  /// Returns four bytes as IPv4 and sixteen as IPv6 (RFC 5952); nil for any other number of bytes.
  private static func addressText(_ bytes: [UInt8]) -> String? {
    let family: Int32
    switch bytes.count {
    case 4: family = AF_INET
    case 16: family = AF_INET6
    default: return nil
    }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
