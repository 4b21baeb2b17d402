import ChatterWeb
import Crypto
import TestSupport
import Testing

@testable import ChatterDaemon

struct TrustAnchorTests {
  private let directory: TemporaryDirectory
  private let files: CertifiedKeyFiles

  init() throws {
    directory = try TemporaryDirectory()
    files = CertifiedKeyFiles(in: directory.path)
  }

  /// Returns what to trust for the chain in the server's file.
  private func anchor() throws -> TrustAnchor? {
    try TrustAnchor(
      of: Certificate.all(inFile: files.certificate), authority: files.authority.certificate)
  }

  @Test func isTheAuthorityBesideTheCertificate() throws {
    let request = CertificateRequest(names: ["localhost"])
    try IssuedKey(request, reusing: files.authority)
      .write(to: files, authority: files.authority)
    let authority = try Certificate.first(inFile: files.authority.certificate)
    #expect(try anchor() == TrustAnchor(authority, .authority))
  }

  @Test func isNothingWithoutAMatchingFile() throws {
    let request = CertificateRequest(names: ["localhost"])
    try request.make().write(to: files)
    #expect(try anchor() == nil)
    // The file of another authority.
    let elsewhere = CertifiedKeyFiles(in: directory.path(of: "other"))
    try IssuedKey(request, reusing: files.authority)
      .write(to: elsewhere, authority: files.authority)
    #expect(try anchor() == nil)
  }

  @Test(.needs(.programs)) func isTheCertificateItselfInTheOldForm() async throws {
    _ = try await ProgramRun(
      shell: """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$2" \
          -out "$1" -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost
        """, [files.certificate, files.privateKey]
    ).checked()
    #expect(try anchor()?.kind == .server)
  }
}
