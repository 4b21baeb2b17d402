private import EventLoop
public import HTTP
private import TLS

/// The pages below `/trust`: what a device needs to trust the server's certificate.
public final class TrustSite: Sendable {
  private struct Facts {
    var anchor: TrustAnchor?
    /// The names and addresses in the server's certificate.
    var hosts: [String] = []
    var address = "https://localhost/"
  }

  private let facts = Lock(Facts())

  public init() {}

  /// Sets the certificate that devices must trust; nil if they trust the server's already.
  ///
  /// - Parameter hosts: The names and addresses in the server's certificate. A client that has used
  ///   another one is shown the address of the server: the page must not repeat any claim.
  public func show(_ anchor: TrustAnchor?, hosts: [String]) {
    facts.withLock { ($0.anchor, $0.hosts) = (anchor, hosts) }
  }

  /// Sets the address that other devices can reach.
  public func show(address: String) { facts.withLock { $0.address = address } }

  /// Returns the response to a request for a page or a file; nil for other paths.
  public func response(to request: Request) -> Response? {
    guard request.path == "/trust" || request.path.hasPrefix("/trust/") else { return nil }
    let (anchor, hosts, known) = facts.withLock { ($0.anchor, $0.hosts, $0.address) }
    let address = Self.address(of: request, among: hosts) ?? known
    switch request.path {
    case "/trust", "/trust/":
      let platform = request.fields[.userAgent].flatMap { TrustPlatform(userAgent: $0) }
      let page = TrustPage(anchor: anchor, platform: platform, address: address)
      return WebSite.response(to: request, page.text, "text/html; charset=utf-8")
    case "/trust/address.svg":
      guard let code = QRCode(address)?.svg else { return nil }
      return WebSite.response(to: request, code, "image/svg+xml; charset=utf-8")
    case "/trust/authority.crt":
      guard let anchor else { return Self.nothing }
      return WebSite.response(to: request, anchor.certificate.pem, "application/x-x509-ca-cert")
    case "/trust/authority.mobileconfig":
      guard let anchor else { return Self.nothing }
      let profile = ConfigurationProfile(anchor: anchor, host: Self.host(address))
      return WebSite.response(to: request, profile.text, "application/x-apple-aspen-config")
    default: return nil
    }
  }

  private static var nothing: Response {
    WebSite.refusal(
      .notFound, "there is no authority to trust: the server's certificate is from another one")
  }

  /// The address that the client has used, if it is in the certificate and more than the server's
  /// own machine can use it.
  private static func address(of request: Request, among hosts: [String]) -> String? {
    guard let authority = request.authority, !authority.isEmpty else { return nil }
    let address = "https://\(authority)/"
    let host = host(address).lowercased()
    let isLoopback = host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
    guard !isLoopback, hosts.contains(where: { isCovered(host, by: $0.lowercased()) }) else {
      return nil
    }
    return address
  }

  /// Whether a name or address of a certificate covers a host (RFC 9525 section 6.3).
  private static func isCovered(_ host: String, by name: String) -> Bool {
    guard name.hasPrefix("*.") else { return host == name || host == "[\(name)]" }
    return host.drop { $0 != "." } == name.dropFirst() && !host.hasPrefix(".")
  }

  /// The host of an address, without its port.
  private static func host(_ address: String) -> String {
    let authority = address.dropFirst("https://".count).dropLast()
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return String(authority[...end])
    }
    return String(authority.prefix { $0 != ":" })
  }
}
