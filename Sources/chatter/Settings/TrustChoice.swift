/// Whom the program trusts to be the server, as it is remembered.
enum TrustChoice: Equatable, Sendable {
  case system
  /// A PEM file with the server's certificate, or an authority's; an absolute path.
  case file(String)
  /// The SHA-256 of the server's public key.
  case pin(String)
}
