public import Chatter
private import Curl

/// A back end: its URL, its trust and the form of its lists.
///
/// Only `https` is supported. Plain `http` is accepted only for a loopback address, where no other
/// machine can eavesdrop.
public struct Server: Sendable, Equatable {
  /// The normalised URL without a trailing slash, for example `https://example.org:8443/prefix`.
  public let url: String
  /// The host name or address; an IPv6 address is in brackets and without its zone.
  public let host: String
  /// Whether the host is this machine, which is never reached through a proxy.
  public let isLoopback: Bool

  /// The trust that the server must satisfy.
  public let trust: Trust
  /// Whether the paths of its calls end in a slash, as the labs write them.
  public var hasLastSlash = true
  /// Whether the rows of its lists have ids; nil to detect it from their length.
  public var ids: ListProfile.IDs?
  /// The order of its lists; nil to detect it from the dates of the first and the last chatt.
  ///
  /// This library always returns the newest chatt first.
  public var order: ListProfile.Order?
  /// The token that is sent with each call; nil for a server that needs none.
  public var token: AccessToken?

  /// Parses the base URL of a server; `https://` may be omitted, and a path may follow.
  ///
  /// - Parameters:
  ///   - text: The URL.
  ///   - trust: The trust that the server must satisfy.
  ///   - token: The token that is sent with each call; nil for a server that needs none.
  public init(
    url text: String, trust: Trust = .system, token: AccessToken? = nil
  ) throws(ServerURLError) {
    guard let parts = CurlURL(text), let host = parts.host, let scheme = parts.scheme else {
      throw .malformed(text)
    }
    guard scheme == "https" || scheme == "http" else { throw .otherScheme(scheme) }
    guard !parts.hasMore else { throw .morePartsThanAllowed }
    isLoopback = Self.isLoopback(host)
    guard scheme == "https" || isLoopback else { throw .notEncrypted }
    guard scheme == "https" || trust == .system else { throw .trustWithoutTLS }
    var path = Substring(parts.path)
    while path.last == "/" { path.removeLast() }
    url =
      "\(scheme)://\(Self.authority(host, zone: parts.zone))\(parts.port.map { ":\($0)" } ?? "")\(path)"
    self.host = host
    self.trust = trust
    self.token = token
  }

  /// The host, and the port if the URL has one, for example `example.org:8443`.
  public var authority: String {
    String(url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" })
  }

  func url(of call: Call) -> String {
    url + (hasLastSlash ? call.path : call.pathWithoutLastSlash)
  }

  /// Returns the host as in a URL, with the zone of an address inside the brackets (RFC 6874).
  private static func authority(_ host: String, zone: String?) -> String {
    guard let zone, host.last == "]" else { return host }
    return "\(host.dropLast())%25\(zone)]"
  }

  /// Whether a name or an address is always this machine (RFC 6761 section 6.3, RFC 6890).
  static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}

/// The reason that a text is not the base URL of a server.
public enum ServerURLError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(String)
  /// The scheme is neither `https` nor `http`.
  case otherScheme(String)
  /// The URL has a user, a query or a fragment.
  case morePartsThanAllowed
  /// The URL is `http` to another machine.
  case notEncrypted
  /// A certificate file or a pin is set for `http`, which has neither certificate nor key.
  case trustWithoutTLS

  public var description: String {
    switch self {
    case .malformed(let text):
      "'\(text)' is not a server URL: use the form https://example.org:8443"
    case .otherScheme(let scheme): "unsupported scheme \(scheme): use https://"
    case .morePartsThanAllowed:
      "a server URL has no user, query or fragment: use the form https://example.org"
    case .notEncrypted:
      "http is not encrypted and only allowed for servers on this machine: use https://"
    case .trustWithoutTLS:
      "http has no certificate or key to trust: use https://, or remove the certificate file or pin"
    }
  }
}
