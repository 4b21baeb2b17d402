import Sockets

/// The name constraints of an authority (RFC 5280 section 4.2.1.10) that permit only some DNS names
/// and addresses.
///
/// Constraints that permit names of one type leave all other types unconstrained, so types without
/// a permitted name are excluded as a whole. GnuTLS treats IPv4 and IPv6 as two types.
struct NameConstraints {
  let names: [String]
  let addresses: [String]

  /// The lines of an x509v3_config(5) section. Each key is unique, since a repeated one replaces
  /// the one before.
  var lines: [String] {
    let hosts = addresses.compactMap { SocketAddress(numericHost: $0, port: 0)?.host }
    let hasIPv4 = hosts.contains { if case .v4 = $0 { true } else { false } }
    let hasIPv6 = hosts.contains { if case .v6 = $0 { true } else { false } }
    let permitted =
      names.map { ("DNS", Self.base(of: $0)) }
      + addresses.map { ("IP", $0 + ($0.contains(":") ? Self.fullMask6 : Self.fullMask4)) }
    var excluded: [(String, String)] = []
    // The empty name is a suffix of every name.
    if names.isEmpty { excluded.append(("DNS", "")) }
    if !hasIPv4 { excluded.append(("IP", "0.0.0.0/0.0.0.0")) }
    if !hasIPv6 { excluded.append(("IP", "::/::")) }
    return permitted.enumerated().map { "permitted;\($1.0).\($0) = \($1.1)" }
      + excluded.enumerated().map { "excluded;\($1.0).\($0) = \($1.1)" }
  }

  var asExtension: CertificateHandle.Extension {
    .init(name: "nameConstraints", value: "critical,@section", section: lines)
  }

  /// Returns the constraint that permits a name. It always permits the subdomains too, so
  /// `*.example.org` needs `example.org`.
  private static func base(of name: String) -> String {
    name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
  }

  private static let fullMask4 = "/255.255.255.255"
  private static let fullMask6 = "/" + Array(repeating: "ffff", count: 8).joined(separator: ":")
}
