extension CertificateError: CustomStringConvertible {
  /// An error text that says what is wrong and, where it is not obvious, what to do.
  public var description: String {
    switch self {
    case .fileMissing(let path): "\(path) does not exist"
    case .fileNotReadable(let path, let errno): "\(path) cannot be read: \(errno)"
    case .fileTooLarge(let path):
      "\(path) is larger than \(CertificateFile.bytesMax) bytes: it is no PEM file"
    case .notPEM(let source): "\(source) is not PEM: it has no line that begins with -----BEGIN"
    case .noCertificate(let source): "\(source) has no certificate in it"
    case .malformedCertificate(let source): "\(source) has a certificate that cannot be decoded"
    case .chainTooLong(let source):
      "\(source) has more than \(CertifiedKey.chainCountMax) certificates"
    case .ownCertificateNotFirst(let source):
      "\(source) does not begin with the certificate of the private key: put that one first"
    case .noPrivateKey(let source): "\(source) has no private key in it"
    case .privateKeyEncrypted(let source):
      "\(source) is under a pass phrase: store the key without one, readable by its owner only"
    case .malformedPrivateKey(let source): "\(source) has a private key that cannot be decoded"
    case .keyDoesNotMatch(let certificate, let privateKey):
      "the private key in \(privateKey) is not that of the certificate in \(certificate)"
    case .refused(let reason): "OpenSSL refuses the certificate: \(reason)"
    case .noNames: "a certificate needs at least one name or address"
    case .tooManyNames:
      "a certificate has at most \(CertificateRequest.namesMax) names and addresses"
    case .malformedName(let name): "'\(name)' is not a DNS name (write it in ASCII, as xn--…)"
    case .malformedAddress(let address): "'\(address)' is not an IPv4 or IPv6 address"
    case .malformedSubject:
      "organization and common name have 1 to 64 characters and no control characters"
    case .rsaBitsOutOfRange(let bits):
      "an RSA key has \(range(CertificateKeyKind.rsaBitsRange)) bits, not \(bits)"
    case .daysOutOfRange(let days):
      "a certificate is valid for \(range(CertificateRequest.daysRange)) days, not \(days)"
    case .fileExists(let path): "\(path) exists already and is not overwritten"
    case .directoryNotWritable(let path, let errno):
      "the directory \(path) cannot be written to: \(errno)"
    case .fileNotWritable(let path, let errno): "\(path) cannot be written: \(errno)"
    }
  }
}

private func range(_ range: ClosedRange<Int>) -> String {
  "\(range.lowerBound) to \(range.upperBound)"
}
