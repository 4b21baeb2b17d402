import COpenSSL

extension Certificate {
  /// An extension in OpenSSL's configuration language (x509v3_config(5)).
  struct Extension {
    let name: String
    /// The value, which refers to the section as `@section`.
    let value: String
    /// The lines of the section; the only form in which a value may be empty.
    var section: [String] = []
  }

  /// The fields of a certificate to be created.
  struct Contents {
    let organization: String
    /// The common name; nil for a subject without one.
    let commonName: String?
    /// The start of the validity, in seconds since 1970.
    let notBefore: Int
    /// The end of the validity, in seconds since 1970.
    let notAfter: Int
    /// The extensions in the order in which they are added. In a self-signed certificate, an
    /// authority key id needs the subject key id before it.
    let extensions: [Extension]
  }

  /// Creates an X.509 version 3 certificate for a key, signed with SHA-256 by an issuer; by the key
  /// itself for nil.
  static func signed(
    _ contents: Contents, for key: PrivateKeyHandle, by issuer: CertifiedKey? = nil
  ) throws(OpenSSLFailure) -> Certificate {
    let made = unsafe try OpenSSLFailure.check(X509_new())
    let certificate = unsafe Certificate(owning: made)
    let signer = issuer?.chain[0] ?? certificate
    // Version 3 is encoded as 2 (RFC 5280 section 4.1.2.1).
    try OpenSSLFailure.check(unsafe X509_set_version(made, 2))
    try certificate.setRandomSerial()
    try OpenSSLFailure.check(
      unsafe ASN1_TIME_set(X509_getm_notBefore(made), contents.notBefore) != nil)
    try OpenSSLFailure.check(
      unsafe ASN1_TIME_set(X509_getm_notAfter(made), contents.notAfter) != nil)
    try certificate.setName("O", contents.organization)
    if let commonName = contents.commonName { try certificate.setName("CN", commonName) }
    try OpenSSLFailure.check(
      unsafe X509_set_issuer_name(made, X509_get_subject_name(signer.pointer)))
    try OpenSSLFailure.check(unsafe X509_set_pubkey(made, key.pointer))
    for addition in contents.extensions { try certificate.add(addition, signedBy: signer) }
    let signingKey = issuer?.key ?? key
    try OpenSSLFailure.check(unsafe X509_sign(made, signingKey.pointer, EVP_sha256()) > 0)
    return certificate
  }

  /// Sets a serial number of 159 random bits: positive, and within the 20 octets that RFC 5280
  /// section 4.1.2.2 allows.
  private func setRandomSerial() throws(OpenSSLFailure) {
    let number = unsafe try OpenSSLFailure.check(BN_new())
    defer { unsafe BN_free(number) }
    try OpenSSLFailure.check(unsafe BN_rand(number, 159, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY))
    try OpenSSLFailure.check(
      unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil)
  }

  private func setName(_ field: String, _ value: String) throws(OpenSSLFailure) {
    let bytes = Array(value.utf8)
    try OpenSSLFailure.check(
      unsafe X509_NAME_add_entry_by_txt(
        X509_get_subject_name(pointer), field, MBSTRING_FLAG, bytes,
        Int32(bytes.count), -1, 0))
  }

  private func add(_ addition: Extension, signedBy signer: Certificate)
    throws(OpenSSLFailure)
  {
    guard let configuration = unsafe NCONF_new(nil) else { throw OpenSSLFailure.drain() }
    defer { unsafe NCONF_free(configuration) }
    if !addition.section.isEmpty {
      let text = (["[section]"] + addition.section).joined(separator: "\n") + "\n"
      let bio = try MemoryBIO(Array(text.utf8))
      var line = 0
      try OpenSSLFailure.check(unsafe NCONF_load_bio(configuration, bio.pointer, &line) > 0)
    }
    var context = unsafe X509V3_CTX()
    unsafe X509V3_set_ctx(&context, signer.pointer, pointer, nil, nil, 0)
    let made = unsafe try OpenSSLFailure.check(
      X509V3_EXT_nconf(configuration, &context, addition.name, addition.value))
    defer { unsafe X509_EXTENSION_free(made) }
    try OpenSSLFailure.check(unsafe X509_add_ext(pointer, made, -1))
  }
}
