import Foundation
import TestSupport
import Testing

@testable import Crypto

struct IssuedKeyRenewingTests {
  private static let day: Int64 = 86_400

  private let directory: TemporaryDirectory
  private var server: CertifiedKeyFiles { CertifiedKeyFiles(in: directory, named: "own") }
  private var authority: CertifiedKeyFiles { CertifiedKeyFiles(in: directory, named: "ca") }

  init() throws { directory = try TemporaryDirectory() }

  /// Creates and writes a certificate.
  private func write(
    _ hosts: [String] = ["a.test", "192.0.2.1"], days: Int = 825, key: CertificateKeyKind = .p256
  ) throws -> IssuedKey {
    var request = CertificateRequest(hosts: hosts)
    (request.days, request.key) = (days, key)
    let made = try IssuedKey(request, reusing: authority)
    try made.write(to: server, authority: authority)
    return made
  }

  private func renewed(at now: Int64) throws -> IssuedKey {
    try IssuedKey(renewing: server, by: authority, at: now)
  }

  @Test(arguments: [CertificateKeyKind.p256, .rsa(bits: 2048)])
  func keepsTheKeyTheNamesAndTheDays(_ kind: CertificateKeyKind) throws {
    let old = try write(["a.test", "*.a.test", "192.0.2.1", "::1"], days: 90, key: kind).server
    let now = old.certificate.notAfter - 10 * Self.day
    let new = try renewed(at: now).server
    #expect(new.chain[0].matches(old.key))
    #expect(new.certificate.names == old.certificate.names)
    #expect(new.certificate.addresses == old.certificate.addresses)
    #expect(new.certificate.subject == old.certificate.subject)
    #expect(new.certificate.notBefore == now - 3600)
    #expect(new.certificate.notAfter == now - 3600 + 90 * Self.day - 1)
    #expect(new.certificate.fingerprint != old.certificate.fingerprint)
    #expect(new.certificate.isForServers == true && !new.certificate.isAuthority)
  }

  @Test func isSignedByTheSameAuthority() throws {
    let old = try write()
    let new = try renewed(at: old.server.certificate.notAfter - Self.day)
    #expect(new.origin == .reused)
    #expect(new.authority.certificate == old.authority.certificate)
    #expect(new.server.chain.dropFirst() == [old.authority.certificate])
    #expect(new.authority.permits(new.server))
  }

  @Test func replacesOnlyTheFileOfTheCertificate() throws {
    let old = try write()
    // The administrator may have given the key to a group.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: server.privateKey)
    let key = try directory.bytes(of: "own.key")
    let new = try renewed(at: old.server.certificate.notAfter)
    try new.replaceCertificate(in: server)
    #expect(try CertifiedKey(server).certificate == new.server.certificate)
    #expect(try directory.bytes(of: "own.key") == key)
    let attributes = try FileManager.default.attributesOfItem(atPath: server.privateKey)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try directory.names() == ["ca.crt", "ca.key", "own.crt", "own.key"])
  }

  @Test func endsBeforeTheAuthority() throws {
    let old = try write(["a.test"], days: 825)
    let end = old.authority.certificate.notAfter
    // 2,900 days after the start, the authority has 750 left. By then the certificate has expired.
    let new = try renewed(at: old.server.certificate.notBefore + 3600 + 2900 * Self.day).server
    #expect(new.certificate.notAfter <= end && new.certificate.notAfter > end - 2 * Self.day)
    #expect(old.authority.permits(new))
  }

  @Test func failsWhenTheAuthorityEnds() throws {
    let old = try write()
    let end = old.authority.certificate.notAfter
    for now in [end - Self.day / 2, end, end + 1000 * Self.day] {
      #expect(throws: CertificateError.authorityExpires(certificate: authority.certificate)) {
        try renewed(at: now)
      }
    }
  }

  @Test func failsIfNothingWouldBeGained() throws {
    let old = try write()
    #expect(throws: CertificateError.authorityExpires(certificate: authority.certificate)) {
      try renewed(at: old.server.certificate.notBefore + 3600)
    }
  }

  @Test func failsWithoutTheKeyOfTheAuthority() throws {
    let now = try write().server.certificate.notAfter
    try FileManager.default.removeItem(atPath: authority.privateKey)
    #expect(
      throws: CertificateError.authorityKeyMissing(
        certificate: authority.certificate, privateKey: authority.privateKey)
    ) { try renewed(at: now) }
    try FileManager.default.removeItem(atPath: authority.certificate)
    #expect(throws: CertificateError.fileMissing(path: authority.certificate)) {
      try renewed(at: now)
    }
  }

  @Test func failsIfTheAuthorityDoesNotPermitTheNames() throws {
    let now = try write(["a.test"]).server.certificate.notAfter
    try CertificateAuthority(for: CertificateRequest(names: ["b.test"]))
      .certified.write(to: authority, overwriting: true)
    #expect(throws: CertificateError.notPermitted(authority: authority.certificate)) {
      try renewed(at: now)
    }
  }

  @Test func doesNotReplaceAFileThatHasTheKeyToo() throws {
    let now = try write().server.certificate.notAfter
    let both = CertifiedKeyFiles(certificate: server.privateKey, privateKey: server.privateKey)
    #expect(throws: CertificateError.sameFile(path: server.privateKey)) {
      try IssuedKey(renewing: both, by: authority, at: now)
    }
  }
}
