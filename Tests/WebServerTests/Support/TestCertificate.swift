import Crypto
import TLS
import TestSupport

/// A certificate, made once for all tests that need no server.
enum TestCertificate {
  private static let made = Result { try TestCertificateFiles() }

  static var contexts: TLSContextSlot {
    get throws { try made.get().contexts }
  }

  /// The certificate file that clients trust.
  static var file: String {
    get throws { try made.get().files.certificate }
  }
}

private struct TestCertificateFiles: Sendable {
  let directory: TemporaryDirectory
  let files: CertifiedKeyFiles
  let contexts: TLSContextSlot

  init() throws {
    directory = try TemporaryDirectory()
    files = CertifiedKeyFiles(
      certificate: directory.path + "/server.crt", privateKey: directory.path + "/server.key")
    try CertificateRequest(hosts: ["localhost", "127.0.0.1"]).make().write(to: files)
    contexts = try TLSContextSlot(files: files, applicationProtocols: ["http/1.1"])
  }
}
