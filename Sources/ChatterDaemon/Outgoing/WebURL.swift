import Sockets
import System

/// The address of a resource on another server: `https://HOST[:PORT][/PATH][?QUERY]`, or `http`.
///
/// It has neither user information nor a fragment (RFC 3986 section 3).
struct WebURL: Sendable, Equatable, CustomStringConvertible {
  static let bytesMax = 2048

  let isSecure: Bool
  /// The host without brackets.
  let host: String
  let port: UInt16
  /// The path and the query, as sent in the request line.
  let target: String

  /// Parses a URL; nil for a text of another form.
  init?(_ text: String) {
    guard text.utf8.count <= Self.bytesMax,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }),
      let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
    else { return nil }
    isSecure = scheme == "https://"
    let rest = text.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = rest[..<end]
    // `ListenAddress` would parse a port alone, or nothing, as all addresses.
    guard let first = authority.first, first != ":", Decimals.integer(authority) == nil,
      !authority.contains("%"),
      let address = ListenAddress(String(authority), port: isSecure ? 443 : 80)
    else { return nil }
    (host, port) = (address.host, address.port)
    target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
  }

  /// The host and port as in the field `Host`: without the default port of the scheme.
  var authority: String {
    let name = ListenAddress.bracketed(host)
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  /// Whether others on the network could read and change what is exchanged.
  var isExposed: Bool {
    let isLoopback =
      SocketAddress(numericHost: host, port: port)?.isLoopback ?? (host == "localhost")
    return !isSecure && !isLoopback
  }

  var description: String { "\(isSecure ? "https" : "http")://\(authority)\(target)" }
}

extension WebURL {
  /// Returns the origin of web pages as browsers send it in `Origin` (RFC 6454 section 6.2): in
  /// lower case, without the default port of its scheme. `null` is the origin of a local file.
  static func origin(_ given: String) -> String? {
    let lower = given.lowercased()
    if lower == "null" { return lower }
    guard let url = WebURL(lower), url.target == "/", !lower.hasSuffix("/") else { return nil }
    return String(url.description.dropLast())
  }
}
