import System
import TestSupport
import Testing

@testable import Crypto

/// Reading a certificate and its key, and the errors of wrong files.
struct CertifiedKeyTests {
  private let directory: TemporaryDirectory
  private let certificate: String
  private let key: String

  init() throws {
    directory = try TemporaryDirectory()
    certificate = directory.path(of: "own.crt")
    key = directory.path(of: "own.key")
    try TestKeys.p256.write(to: CertifiedKeyFiles(certificate: certificate, privateKey: key))
  }

  private func read(_ certificate: String? = nil, _ key: String? = nil) throws -> CertifiedKey {
    try CertifiedKey(
      CertifiedKeyFiles(
        certificate: certificate ?? self.certificate, privateKey: key ?? self.key))
  }

  @Test func readsCertificateAndKeyFromOneFile() throws {
    let chain = try TestKeys.p256.chain[0].pemBytes()
    let secret = try TestKeys.p256.key.pem()
    let first = try directory.write(chain + secret, to: "first.pem")
    let second = try directory.write(secret + chain, to: "second.pem")
    #expect(try read(first, first).certificate == read(second, second).certificate)
    #expect(
      try CertifiedKey(certificatePEM: chain, privateKeyPEM: secret).certificate
        == TestKeys.p256.certificate)
  }

  @Test func namesUnreadableFiles() throws {
    let absent = directory.path(of: "absent")
    #expect(throws: CertificateError.fileMissing(path: absent)) { try read(absent) }
    #expect(throws: CertificateError.fileMissing(path: absent)) { try read(nil, absent) }
    let inside = certificate + "/inside"
    #expect(throws: CertificateError.fileMissing(path: inside)) { try read(inside) }
    #expect(throws: CertificateError.fileNotReadable(path: directory.path, .notRegular)) {
      try read(directory.path)
    }
    let large = try directory.write([UInt8](repeating: 32, count: (1 << 20) + 1), to: "large")
    #expect(
      throws: CertificateError.fileNotReadable(path: large, .tooLong(bytesMax: 1 << 20))
    ) { try read(large) }
  }

  @Test func namesFilesThatLackTheRightPEM() throws {
    let empty = try directory.write("", to: "empty")
    let text = try directory.write("hello\n", to: "text")
    let broken = try directory.write(
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", to: "broken")
    let brokenKey = try directory.write(
      "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", to: "broken.key")
    for file in [empty, text] {
      #expect(throws: CertificateError.notPEM(source: file)) { try read(file) }
      #expect(throws: CertificateError.notPEM(source: file)) { try read(nil, file) }
    }
    #expect(throws: CertificateError.noCertificate(source: key)) { try read(key) }
    #expect(throws: CertificateError.noPrivateKey(source: certificate)) {
      try read(nil, certificate)
    }
    #expect(throws: CertificateError.malformedCertificate(source: broken)) { try read(broken) }
    #expect(throws: CertificateError.malformedPrivateKey(source: brokenKey)) {
      try read(nil, brokenKey)
    }
  }

  @Test func rejectsEveryTruncatedCertificate() throws {
    let whole = try TestKeys.p256.chain[0].pemBytes()
    let secret = try TestKeys.p256.key.pem()
    // A certificate without its last newline is complete.
    for count in 0..<(whole.count - 1) {
      #expect(throws: CertificateError.self) {
        try CertifiedKey(certificatePEM: Array(whole.prefix(count)), privateKeyPEM: secret)
      }
    }
  }

  @Test(.needs(.programs), arguments: ["pkcs8 -topk8", "ec"])
  func rejectsEncryptedKeys(_ command: String) async throws {
    let script =
      "openssl \(command) -in \"$1\" -out \"$2\" -passout pass:secret"
      + (command == "ec" ? " -aes128" : "")
    let locked = directory.path(of: "locked.key")
    _ = try await ProgramRun(shell: script, [key, locked]).checked()
    #expect(throws: CertificateError.privateKeyEncrypted(source: locked)) {
      try read(nil, locked)
    }
  }

  @Test(.needs(.programs), arguments: ["ec", "rsa -traditional"])
  func readsTraditionalKeyFormats(_ command: String) async throws {
    let pair = command == "ec" ? TestKeys.p256 : TestKeys.rsa
    let run = try await ProgramRun(shell: "openssl \(command)", input: pair.key.pem()).checked()
    let read = try CertifiedKey(
      certificatePEM: pair.chain[0].pemBytes(), privateKeyPEM: run.output)
    #expect(read.certificate == pair.certificate)
  }

  @Test func rejectsTheKeyOfAnotherCertificate() throws {
    for other in [TestKeys.made(.p256), TestKeys.rsa] {
      let otherKey = try directory.write(other.key.pem(), to: "other.key")
      let expected = CertificateError.keyDoesNotMatch(
        certificate: certificate, privateKey: otherKey)
      #expect(throws: expected) { try read(nil, otherKey) }
    }
  }

  @Test func limitsTheChain() throws {
    let one = try TestKeys.p256.chain[0].pemBytes()
    let full = try directory.write((0..<16).flatMap { _ in one }, to: "full.crt")
    #expect(try read(full).chain.count == 16)
    let long = try directory.write((0..<17).flatMap { _ in one }, to: "long.crt")
    #expect(throws: CertificateError.chainTooLong(source: long)) { try read(long) }
  }

  @Test func printsNoKey() {
    #expect("\(TestKeys.p256)" == "certificate and key of CN=chatter.test,O=chatterd")
    #expect(String(reflecting: TestKeys.p256) == "\(TestKeys.p256)")
  }
}
