public import Chatter

/// A back end: where it is, whom we take for it, and how it speaks.
///
/// Only `https` is spoken; `http` is let through to this machine alone (a loopback address), where
/// nobody listens in.
public struct Server: Sendable, Equatable {
  /// As in `https://example.org:8443/prefix`: normalised, without a last slash.
  public let url: String
  /// A name or an address; of IPv6 in brackets and without its zone.
  public let host: String
  /// Whether it is this machine, which no proxy is asked for.
  public let isLoopback: Bool

  /// Whom we take for it.
  public let trust: Trust
  /// Whether the paths of its calls end in a slash, as the labs write them.
  public var hasLastSlash = true
  /// Whether the rows of its lists have ids; nil to see it by their length.
  public var ids: ListProfile.IDs?
  /// Which chatt its lists begin with; nil to see it by the dates of the first and the last. What
  /// this library returns begins with the newest.
  public var order: ListProfile.Order?

  /// Takes the beginning of a server's URLs; `https://` may be left out, and a path may follow.
  public init(url text: String, trust: Trust = .system) throws(ServerURLError) {
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
  }

  /// Where a call is sent.
  func url(of call: Call) -> String {
    url + (hasLastSlash ? call.path : call.pathWithoutLastSlash)
  }

  /// A host as a URL has it, in which the zone of an address stands inside its brackets (RFC 6874).
  private static func authority(_ host: String, zone: String?) -> String {
    guard let zone, host.last == "]" else { return host }
    return "\(host.dropLast())%25\(zone)]"
  }

  /// Whether a name or an address is of this machine alone (RFC 6761 section 6.3, RFC 6890).
  static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}

/// Why a text is not the beginning of a server's URLs.
public enum ServerURLError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(String)
  /// Neither `https` nor `http`.
  case otherScheme(String)
  /// There is a user, a query or a fragment.
  case morePartsThanAllowed
  /// `http` to another machine.
  case notEncrypted
  /// A file or a pin for `http`, which shows neither.
  case trustWithoutTLS

  public var description: String {
    switch self {
    case .malformed(let text):
      "'\(text)' is not the URL of a server: write it as in https://example.org:8443"
    case .otherScheme(let scheme): "a server is not reached by \(scheme): write https://"
    case .morePartsThanAllowed:
      "a server's URL has no user, no query and no fragment: write it as in https://example.org"
    case .notEncrypted:
      "http is not encrypted, and is for servers on this machine only: write https://"
    case .trustWithoutTLS:
      "over http nobody shows a certificate or a key to trust: write https://, or trust nothing"
    }
  }
}
