public import Crypto
public import HTTP
private import System

/// The certificate that devices must trust to accept the server's.
public struct TrustAnchor: Sendable, Equatable {
  /// What the certificate is.
  public enum Kind: Sendable, Equatable {
    /// An authority of the server's own.
    case authority
    /// The server's certificate, which has signed itself; Firefox refuses it.
    case server
  }

  public let certificate: Certificate
  public let kind: Kind

  public init(_ certificate: Certificate, _ kind: Kind) {
    self.certificate = certificate
    self.kind = kind
  }
}

/// The pages below `/trust`: what a device needs to trust the server's certificate.
public final class TrustSite: Sendable {
  /// With the names and addresses in the server's certificate.
  private let facts = Lock<(anchor: TrustAnchor?, hosts: [String], address: String)>(
    (nil, [], "https://localhost/"))

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
    let root = Self.reachable(Self.address(of: request, among: hosts) ?? known)
    let address = root.map { $0 + "trust" }
    switch request.path {
    case "/trust", "/trust/":
      let page = TrustPage(
        anchor: anchor,
        platforms: TrustPlatform.guesses(userAgent: request.fields[.userAgent] ?? ""),
        address: address, language: TrustLanguage(of: request))
      var response = WebSite.response(to: request, page.text, "text/html; charset=utf-8")
      response.fields.set(.vary, Self.varyingFields)
      return response
    case "/trust/address.svg":
      guard let code = address.flatMap({ QRCode($0)?.svg }) else { return nil }
      return WebSite.response(to: request, code, "image/svg+xml; charset=utf-8")
    case "/trust/invitation.svg":
      // Devices that trust the certificate already have nothing to do before they see the messages.
      guard let code = (anchor == nil ? root : address).flatMap({ QRCode($0)?.svg }) else {
        return nil
      }
      return WebSite.response(to: request, code, "image/svg+xml; charset=utf-8")
    case "/trust/authority.crt":
      guard let anchor else {
        return WebSite.refusal(
          .notFound,
          "there is no authority to trust: the server's certificate is from another one")
      }
      return WebSite.response(to: request, anchor.certificate.pem, "application/x-x509-ca-cert")
    default: return nil
    }
  }

  /// The fields of a request that the page depends on, besides the host.
  private static let varyingFields: FieldValue = "Accept-Language, User-Agent"

  /// Returns an address; nil if only the server's own machine can use it.
  private static func reachable(_ address: String) -> String? {
    isLoopback(host(of: String(address.dropFirst("https://".count)))) ? nil : address
  }

  /// The address that the client has used, if it is in the certificate and more than the server's
  /// own machine can use it.
  private static func address(of request: Request, among hosts: [String]) -> String? {
    guard let authority = request.authority, !authority.isEmpty else { return nil }
    let host = host(of: authority).lowercased()
    guard !isLoopback(host), hosts.contains(where: { isCovered(host, by: $0.lowercased()) }) else {
      return nil
    }
    return "https://\(authority)/"
  }

  /// Whether only the server's own machine can reach a host (RFC 6761 section 6.3, RFC 1122 section
  /// 3.2.1.3, RFC 4291 section 2.5.3).
  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || host.hasPrefix("127.")
  }

  /// Whether a name or address of a certificate covers a host (RFC 9525 section 6.3).
  private static func isCovered(_ host: String, by name: String) -> Bool {
    guard name.hasPrefix("*.") else { return host == name || host == "[\(name)]" }
    return host.drop { $0 != "." } == name.dropFirst() && !host.hasPrefix(".")
  }

  /// The host of an authority, without its port.
  private static func host(of authority: String) -> String {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return String(authority[...end])
    }
    return String(authority.prefix { $0 != ":" && $0 != "/" })
  }
}
