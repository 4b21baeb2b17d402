import ChatterClient
import TestSupport

@testable import Crypto

/// Keys and certificates of a scripted server.
enum ServerKeys {
  /// A certificate for 127.0.0.1 and chatter.test.
  static let good = made()
  /// Another certificate for the same hosts.
  static let other = made()

  private static func made() -> CertifiedKey {
    do {
      return try CertificateRequest(hosts: ["127.0.0.1", "chatter.test"]).make()
    } catch {
      fatalError("\(error)")
    }
  }

  /// Returns a certificate with a validity in seconds from now.
  static func key(validFrom start: Int, to end: Int) throws -> CertifiedKey {
    let key = try PrivateKeyHandle.generate(.p256)
    let now = Int(ServerKeys.good.certificate.notBefore) + 3600
    let contents = Certificate.Contents(
      organization: "test", commonName: "chatter.test", notBefore: now + start,
      notAfter: now + end,
      extensions: [.init(name: "subjectAltName", value: "IP:127.0.0.1,DNS:chatter.test")])
    return try CertifiedKey(
      chain: [Certificate.signed(contents, for: key)], key: key,
      sources: CertifiedKeyFiles(certificate: "test", privateKey: "test"))
  }

  /// A directory with the certificates of a key in a file; both exist as long as the value.
  struct TrustFile {
    private let directory: TemporaryDirectory
    let path: String

    init(_ key: CertifiedKey) throws {
      directory = try TemporaryDirectory()
      path = try directory.write(key.chainPEM(), to: "trusted.crt")
    }

    /// Returns the SHA-256 of the SubjectPublicKeyInfo in the certificate, in base64.
    func pin() async throws -> String {
      try await ProgramRun(
        shell: """
          openssl x509 -in "$1" -noout -pubkey | openssl pkey -pubin -outform der \
            | openssl dgst -sha256 -binary | base64
          """, [path]
      ).checked().text
    }
  }
}

extension ScriptedServer {
  /// Runs a body beside a server whose certificate is trusted through a file.
  @discardableResult
  static func trusted<Value: Sendable>(
    script: @escaping Script,
    _ body: (ScriptedServer, ChatterClient.Server) async throws -> Value
  ) async throws -> Value {
    let file = try ServerKeys.TrustFile(ServerKeys.good)
    return try await with(ServerKeys.good, script: script) { scripted in
      try await body(scripted, ChatterClient.Server(url: scripted.url, trust: .file(file.path)))
    }
  }
}
