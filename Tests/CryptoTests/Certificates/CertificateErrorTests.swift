import System
import Testing

@testable import Crypto

struct CertificateErrorTests {
  @Test func describesEachCauseDifferently() {
    let errors: [CertificateError] = [
      .fileMissing(path: "p"), .fileNotReadable(path: "p", .notPermitted),
      .notPEM(source: "p"), .noCertificate(source: "p"), .malformedCertificate(source: "p"),
      .chainTooLong(source: "p"), .ownCertificateNotFirst(source: "p"),
      .noPrivateKey(source: "p"), .privateKeyEncrypted(source: "p"),
      .malformedPrivateKey(source: "p"), .keyDoesNotMatch(certificate: "c", privateKey: "k"),
      .refused(reason: "r"), .noNames, .tooManyNames, .malformedName("n"),
      .malformedAddress("a"), .daysOutOfRange(0),
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
      CertificateError.daysOutOfRange(0).description
        == "a certificate is valid for 1 to 825 days, not 0")
  }
}
