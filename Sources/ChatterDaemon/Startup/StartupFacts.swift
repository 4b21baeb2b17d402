/// The values for the startup text of a serving server.
struct StartupFacts: Sendable, Equatable {
  /// The listen addresses with the ports that the kernel chose; at least one.
  var addresses: [ListenAddress]
  /// The description of the database, without a password.
  var database: String
  /// The absolute path of the PEM file.
  var certificatePath: String
  /// The last day of its validity, such as `2028-03-01`.
  var certificateUntil: String
  /// The DNS names and IP addresses in the certificate.
  var certificateHosts: [String]
  /// Whether it is self-signed, so that it must be installed on devices before they trust it.
  var isSelfSigned: Bool
  /// The absolute path of a small recording to post.
  var clipPath: String
}
