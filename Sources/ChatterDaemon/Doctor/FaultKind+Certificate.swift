extension FaultKind {
  private static let renewal =
    "Renew it: chatterd cert --force (or the client of its authority), then systemctl reload "
    + "chatterd"

  static let certificateMissing = FaultKind(
    "certificate-missing", .error, "The certificate {path} does not exist.",
    cure: "Run chatterd cert, or name an existing file with --certificate.")
  static let certificateUnreadable = FaultKind(
    "certificate-unreadable", .error, "The certificate cannot be read: {reason}.",
    cure: "Make it readable for the server's user: chown chatterd {path}")
  static let certificateNotPEM = FaultKind(
    "certificate-not-pem", .error, "{reason}.",
    cure: "Convert it: openssl x509 -inform DER -in {path} -out chatterd.crt")
  static let certificateMalformed = FaultKind(
    "certificate-malformed", .error, "The certificate cannot be used: {reason}.",
    cure: "Store the server's certificate and then those of its issuers, in PEM, in {path}")
  static let certificateExpired = FaultKind(
    "certificate-expired", .error, "The certificate {path} expired on {date}.",
    cure: renewal)
  static let certificateNotYetValid = FaultKind(
    "certificate-not-yet-valid", .error, "The certificate {path} is valid only from {date}.",
    cure: "Set the clock of this machine, or create the certificate again.")
  static let certificateExpiresSoon = FaultKind(
    "certificate-expires-soon", .warning,
    "The certificate {path} expires on {date}, in {days} days.", cure: renewal)
  static let certificateWithoutNames = FaultKind(
    "certificate-without-names", .error,
    "The certificate {path} has no subject alternative names: all clients refuse it.",
    cure: renewal)
  static let certificateForOthers = FaultKind(
    "certificate-for-others", .warning,
    "The certificate {path} is for {hosts}, and not for the listen address {address}.",
    cure: "chatterd cert --force --address {address}, and reload the server")
  static let certificateLacksAddress = FaultKind(
    "certificate-lacks-address", .notice,
    "The certificate {path} is not for {addresses}, which this machine also has.",
    cure: "If clients use them: chatterd cert --force, and reload the server.")
  static let certificateNotForServers = FaultKind(
    "certificate-not-for-servers", .error,
    "{clients} refuse the certificate {path}: {reason}.", cure: renewal)
  static let certificateTooLong = FaultKind(
    "certificate-too-long", .error,
    "The certificate {path} is valid for {days} days: iPhones, iPads and Macs refuse more than "
      + "825.", cure: renewal)
  static let certificateIsAuthority = FaultKind(
    "certificate-is-authority", .error,
    "The certificate {path} is its own authority: Firefox and other programs with NSS refuse it.",
    cure: renewal)
  static let certificateSelfSigned = FaultKind(
    "certificate-self-signed", .warning,
    "The certificate {path} is self-signed and not an authority: Android cannot install it.",
    cure: renewal)
  static let certificateWeakKey = FaultKind(
    "certificate-weak-key", .error,
    "{clients} refuse the certificate {path}: {reason}.", cure: renewal)
  static let chainMissing = FaultKind(
    "certificate-chain-missing", .warning,
    "{path} has only the server's certificate: clients that do not know {issuer} refuse it.",
    cure: "Append the certificates of the issuers (often called fullchain.pem), and reload.")
  static let chainOrder = FaultKind(
    "certificate-chain-order", .error,
    "Certificate {number} of {path} did not issue the one before it: many clients refuse the "
      + "chain.",
    cure: "Put the server's certificate first, then its issuer, then the issuer of that one.")
  static let chainExpired = FaultKind(
    "certificate-chain-expired", .error,
    "The issuer {subject} in {path} expired on {date}.",
    cure: renewal)
  static let keyMissing = FaultKind(
    "key-missing", .error, "The private key {path} does not exist.",
    cure: "Put it back, name it with --private-key, or create both: chatterd cert --force")
  static let keyUnreadable = FaultKind(
    "key-unreadable", .error, "The private key cannot be read: {reason}.",
    cure: "chown chatterd {path} (the user that the server runs as)")
  static let keyMalformed = FaultKind(
    "key-malformed", .error, "The private key cannot be used: {reason}.",
    cure: "Store a private key without a pass phrase in {path}: openssl pkey -in OLD -out NEW")
  static let keyMismatch = FaultKind(
    "key-mismatch", .error, "{reason}.",
    cure: "Name the key of this certificate with --private-key, or run chatterd cert --force.")
  static let keyReadableByOthers = FaultKind(
    "key-readable-by-others", .warning,
    "Every user of this machine can read the private key {path} (mode {mode}).",
    cure: "chmod 600 {path}; if others may have read it: chatterd cert --force")
  static let authorityKeyReadable = FaultKind(
    "authority-key-readable", .warning,
    "Other users can read the authority's key {path} (mode {mode}), with which they can "
      + "impersonate every site that it permits.",
    cure: "chmod 600 {path}, or store it elsewhere until the next renewal")
}
