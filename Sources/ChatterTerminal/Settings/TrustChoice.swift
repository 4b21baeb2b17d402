/// The trust in the server's certificate, as it is stored.
enum TrustChoice: Equatable, Sendable {
  case system
  /// A PEM file with the certificate of the server or of an authority; an absolute path.
  case file(String)
  /// The SHA-256 of the server's public key.
  case pin(String)
}
