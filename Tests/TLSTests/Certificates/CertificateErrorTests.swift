import Program
import Testing

@testable import TLS

struct CertificateErrorTests {
  @Test func describesEachCauseDifferently() {
    let errors: [CertificateError] = [
      .fileMissing(path: "p"), .fileNotReadable(path: "p", .notPermitted),
      .fileTooLarge(path: "p"),
      .notPEM(source: "p"), .noCertificate(source: "p"), .malformedCertificate(source: "p"),
      .chainTooLong(source: "p"), .ownCertificateNotFirst(source: "p"),
      .noPrivateKey(source: "p"), .privateKeyEncrypted(source: "p"),
      .malformedPrivateKey(source: "p"), .keyDoesNotMatch(certificate: "c", privateKey: "k"),
      .refused(reason: "r"), .noNames, .tooManyNames, .malformedName("n"),
      .malformedAddress("a"), .malformedSubject, .rsaBitsOutOfRange(1), .daysOutOfRange(0),
      .authorityKeyMissing(certificate: "c", privateKey: "k"),
      .authorityExpires(certificate: "c"), .notPermitted(authority: "c"), .sameFile(path: "p"),
      .fileExists(path: "p"), .directoryNotWritable(path: "p", .notPermitted),
      .fileNotWritable(path: "p", .noSpace),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect(
      CertificateError.fileNotReadable(path: "/k", .notPermitted).description
        == "/k cannot be read: permission denied")
    #expect(
      CertificateError.rsaBitsOutOfRange(1024).description
        == "an RSA key has 2048 to 4096 bits, not 1024")
  }
}
