/// What is true once the server serves, for the text at its start.
struct StartupFacts: Sendable, Equatable {
  /// What is listened at, with the ports that the kernel chose; at least one.
  var addresses: [ListenAddress]
  /// Which database, in words without a password.
  var database: String
  /// The absolute path of the PEM file.
  var certificatePath: String
  /// The end of its validity, such as `2028-03-01`.
  var certificateUntil: String
  /// The DNS names and IP addresses in the certificate.
  var certificateHosts: [String]
  /// Whether no authority signed it, so that devices must be told to trust it.
  var isSelfSigned: Bool
  /// The absolute path of a small recording to post.
  var clipPath: String
}
