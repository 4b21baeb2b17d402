private import EventLoop
public import HTTP
private import TLS

/// The pages below `/trust`: what a device needs to trust the server's certificate.
public final class TrustSite: Sendable {
  private struct Facts {
    var anchor: TrustAnchor?
    var address = "https://localhost/"
  }

  private let facts = Lock(Facts())

  public init() {}

  /// Sets the certificate that devices must trust; nil if they trust the server's already.
  public func show(_ anchor: TrustAnchor?) { facts.withLock { $0.anchor = anchor } }

  /// Sets the address that other devices can reach.
  public func show(address: String) { facts.withLock { $0.address = address } }

  /// Returns the response to a request for a page or a file; nil for other paths.
  public func response(to request: Request) -> Response? {
    guard request.path == "/trust" || request.path.hasPrefix("/trust/") else { return nil }
    let (anchor, known) = facts.withLock { ($0.anchor, $0.address) }
    let address = Self.address(of: request) ?? known
    switch request.path {
    case "/trust", "/trust/":
      let platform = request.fields[.userAgent].flatMap { TrustPlatform(userAgent: $0) }
      let page = TrustPage(anchor: anchor, platform: platform, address: address)
      return WebSite.response(to: request, page.text, "text/html; charset=utf-8")
    case "/trust/address.svg":
      guard let code = QRCode(address) else { return nil }
      return WebSite.response(to: request, code.svg, "image/svg+xml; charset=utf-8")
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

  /// The address that the client has used, unless only the server's own machine can use it.
  private static func address(of request: Request) -> String? {
    guard let authority = request.authority, !authority.isEmpty else { return nil }
    let address = "https://\(authority)/"
    let host = host(address)
    let isLoopback = host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
    return isLoopback ? nil : address
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
