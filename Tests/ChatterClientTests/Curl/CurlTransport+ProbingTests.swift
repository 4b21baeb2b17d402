import Crypto
import TLS
import TestSupport
import Testing

@testable import ChatterClient

struct CurlProbingTests {
  @Test func returnsTheCertificateOfAnUntrustedServerWithoutARequest() async throws {
    let key = ServerKeys.good
    try await ScriptedServer.with(key) { _ in
      .ok("[]")
    } _: { scripted in
      let transport = CurlTransport()
      let server = try Server(url: scripted.url)
      let certificate = try await transport.certificate(of: server)
      #expect(certificate.fingerprint == key.certificate.fingerprint)
      #expect(certificate.fingerprintText == key.certificate.fingerprintText)
      #expect(Set(certificate.names) == ["127.0.0.1", "chatter.test"])
      #expect(certificate.expiry.hasSuffix(" GMT"))
      #expect(scripted.requests.isEmpty)

      let directory = try TemporaryDirectory()
      let path = try directory.write(certificate.pem, to: "trusted.crt")
      await #expect(throws: ClientError.tls(.untrusted)) { try await transport.check(server) }
      try await transport.check(Server(url: scripted.url, trust: .file(path)))
      #expect(scripted.requests.count == 1)
    }
  }

  @Test func reportsServersWithoutTLSAndWithoutChatter() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("<html>")
    } _: { scripted in
      let transport = CurlTransport()
      let plain = try Server(url: scripted.url)
      await #expect(throws: ClientError.tls(.other("the server presented no certificate"))) {
        try await transport.certificate(of: plain)
      }
      let error = await #expect(throws: ClientError.self) { try await transport.check(plain) }
      guard case .malformedResponse = error else {
        return #expect(Bool(false), "\(String(describing: error))")
      }
      let encrypted = try Server(url: "https://127.0.0.1:\(scripted.number)")
      await #expect(throws: ClientError.tls(.other("the server does not use TLS on this port"))) {
        try await transport.certificate(of: encrypted)
      }
    }
    await #expect(throws: ClientError.network(.refused)) {
      try await CurlTransport().certificate(of: Server(url: "https://127.0.0.1:1"))
    }
  }
}
