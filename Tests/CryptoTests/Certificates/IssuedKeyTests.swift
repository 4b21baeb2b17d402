import Foundation
import TestSupport
import Testing

@testable import Crypto
@testable import TLS

struct IssuedKeyTests {
  private let directory: TemporaryDirectory
  private var server: CertifiedKeyFiles { CertifiedKeyFiles(in: directory, named: "own") }
  private var authority: CertifiedKeyFiles { CertifiedKeyFiles(in: directory, named: "ca") }

  init() throws { directory = try TemporaryDirectory() }

  /// Creates and writes a certificate for hosts.
  @discardableResult
  private func write(_ hosts: [String], overwriting: Bool = true) throws -> IssuedKey {
    let made = try IssuedKey(CertificateRequest(hosts: hosts), reusing: authority)
    try made.write(to: server, authority: authority, overwriting: overwriting)
    return made
  }

  private func contents() throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: directory.names().map { ($0, try directory.bytes(of: $0)) })
  }

  @Test func writesFourFilesThatBelongTogether() throws {
    let made = try write(["a.test"], overwriting: false)
    #expect(made.origin == .new)
    #expect(try directory.names() == ["ca.crt", "ca.key", "own.crt", "own.key"])
    for name in try directory.names() {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: directory.path(of: name))
      #expect(
        attributes[.posixPermissions] as? Int == (name.hasSuffix("key") ? 0o600 : 0o644))
    }
    #expect(try CertificateAuthority(authority).permits(CertifiedKey(server)))
    #expect(
      try Certificate.all(inFile: server.certificate)
        == [made.server.certificate, made.authority.certificate])
  }

  @Test func reusesAnAuthorityThatPermitsTheHosts() throws {
    let first = try write(["a.test", "192.0.2.1"])
    let files = try contents()
    let second = try write(["192.0.2.1", "b.a.test"])
    #expect(second.origin == .reused)
    #expect(second.authority.certificate == first.authority.certificate)
    let renewed = try contents()
    #expect(renewed["ca.crt"] == files["ca.crt"] && renewed["ca.key"] == files["ca.key"])
    #expect(renewed["own.crt"] != files["own.crt"] && renewed["own.key"] != files["own.key"])
    // Clients that trust the first file accept the second certificate.
    let client = try TLSContext.client(trusting: authority.certificate)
    let pair = try EnginePair(
      server: TLSContext.server(CertifiedKey(server)), client: client, host: "b.a.test")
    try pair.settle()
    #expect(pair.clientFacts != nil)
  }

  @Test func replacesAnAuthorityThatDoesNotPermitTheHosts() throws {
    let first = try write(["a.test"])
    let second = try write(["a.test", "192.0.2.1"])
    #expect(second.origin == .replaced)
    #expect(second.authority.certificate != first.authority.certificate)
    #expect(try CertificateAuthority(authority).permits(CertifiedKey(server)))
    #expect(try directory.names() == ["ca.crt", "ca.key", "own.crt", "own.key"])
  }

  @Test func overwritesNothingUnlessRequested() throws {
    try write(["a.test"])
    let files = try contents()
    #expect(throws: CertificateError.fileExists(path: server.privateKey)) {
      try write(["a.test"], overwriting: false)
    }
    #expect(throws: CertificateError.fileExists(path: authority.privateKey)) {
      try write(["b.test"], overwriting: false)
    }
    #expect(try contents() == files)
    // A server's missing files need no permission, and the authority is not touched.
    try FileManager.default.removeItem(atPath: server.privateKey)
    #expect(throws: CertificateError.fileExists(path: server.certificate)) {
      try write(["a.test"], overwriting: false)
    }
    try FileManager.default.removeItem(atPath: server.certificate)
    #expect(try write(["a.test"], overwriting: false).origin == .reused)
  }

  @Test func doesNotReplaceAnAuthorityWhoseKeyIsElsewhere() throws {
    try write(["a.test"])
    try FileManager.default.removeItem(atPath: authority.privateKey)
    let files = try contents()
    #expect(
      throws: CertificateError.authorityKeyMissing(
        certificate: authority.certificate, privateKey: authority.privateKey)
    ) { try write(["a.test"]) }
    #expect(try contents() == files)
    try FileManager.default.removeItem(atPath: authority.certificate)
    #expect(try write(["a.test"]).origin == .new)
  }

  @Test func namesAKeyOfAnotherAuthority() throws {
    try write(["a.test"])
    try directory.write(TestKeys.p256.key.pem(), to: "ca.key")
    #expect(
      throws: CertificateError.keyDoesNotMatch(
        certificate: authority.certificate, privateKey: authority.privateKey)
    ) { try write(["a.test"]) }
  }

  @Test func replacesASelfSignedPair() throws {
    try TestKeys.p256(validFrom: 0, to: 100).write(to: server)
    #expect(throws: CertificateError.fileExists(path: server.privateKey)) {
      try write(["chatter.test"], overwriting: false)
    }
    #expect(try directory.names() == ["own.crt", "own.key"])
    #expect(try write(["chatter.test"]).origin == .new)
  }
}
