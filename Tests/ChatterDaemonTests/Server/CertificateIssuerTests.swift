import TLS
import TestSupport
import Testing

@testable import ChatterDaemon

struct CertificateIssuerTests {
  private let directory: TemporaryDirectory
  private let files: CertifiedKeyFiles

  init() throws {
    directory = try TemporaryDirectory()
    files = CertifiedKeyFiles(in: directory.path)
  }

  /// Returns the issuer of the chain in the server's file.
  private func issuer() throws -> CertificateIssuer {
    try CertificateIssuer(
      of: Certificate.all(inFile: files.certificate), authorityPath: files.authority.certificate)
  }

  @Test func isTheAuthorityBesideTheCertificate() throws {
    let request = CertificateRequest(names: ["localhost"])
    try IssuedKey(request, reusing: files.authority)
      .write(to: files, authority: files.authority)
    #expect(try issuer() == .authority(path: directory.path(of: "chatterd-ca.crt")))
  }

  @Test func isUnknownWithoutAMatchingFile() throws {
    let request = CertificateRequest(names: ["localhost"])
    try request.make().write(to: files)
    #expect(try issuer() == .other)
    // The file of another authority.
    let elsewhere = CertifiedKeyFiles(in: directory.path(of: "other"))
    try IssuedKey(request, reusing: files.authority)
      .write(to: elsewhere, authority: files.authority)
    #expect(try issuer() == .other)
  }

  @Test(.needs(.programs)) func isTheCertificateItselfInTheOldForm() async throws {
    _ = try await ProgramRun(
      shell: """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$2" \
          -out "$1" -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost
        """, [files.certificate, files.privateKey]
    ).checked()
    #expect(try issuer() == .itself)
  }
}
