import Chatter
import Crypto
import TestSupport
import Testing

@testable import ChatterClient

struct CurlTrustTests {
  /// The error of a call on a server with this key, by a client with this trust.
  private func error(
    of key: CertifiedKey, trust: Trust, host: String = "127.0.0.1"
  ) async throws -> ClientError? {
    try await ScriptedServer.with(key) { _ in
      .ok("[]")
    } _: { scripted in
      let server = try Server(url: "https://\(host):\(scripted.number)", trust: trust)
      let transport = CurlTransport()
      do throws(ClientError) {
        let response = try await transport.send(TransportRequest(.getChatts, on: server))
        #expect(response.status == 200 && scripted.requests.count == 1)
        return nil
      } catch {
        #expect(scripted.requests.isEmpty, "an untrusted server receives no request")
        return error
      }
    }
  }

  @Test func trustsOnlyTheCertificatesInTheFile() async throws {
    let file = try ServerKeys.TrustFile(ServerKeys.good)
    #expect(try await error(of: ServerKeys.good, trust: .file(file.path)) == nil)
    #expect(try await error(of: ServerKeys.other, trust: .file(file.path)) == .tls(.untrusted))
    #expect(try await error(of: ServerKeys.good, trust: .system) == .tls(.untrusted))
  }

  @Test func reportsACertificateForAnotherName() async throws {
    for hosts in [["127.0.0.2"], ["chatter.test"], ["127.0.0.2", "chatter.test"]] {
      let key = try CertificateRequest(hosts: hosts).make()
      let file = try ServerKeys.TrustFile(key)
      #expect(try await error(of: key, trust: .file(file.path)) == .tls(.wrongHost))
    }
    let file = try ServerKeys.TrustFile(ServerKeys.good)
    #expect(
      try await error(of: ServerKeys.good, trust: .file(file.path), host: "localhost")
        == .tls(.wrongHost))
  }

  @Test func distinguishesExpiredFromNotYetValid() async throws {
    let old = try ServerKeys.key(validFrom: -7200, to: -3600)
    let young = try ServerKeys.key(validFrom: 3600, to: 7200)
    let oldFile = try ServerKeys.TrustFile(old)
    let youngFile = try ServerKeys.TrustFile(young)
    #expect(try await error(of: old, trust: .file(oldFile.path)) == .tls(.expired))
    #expect(try await error(of: young, trust: .file(youngFile.path)) == .tls(.notYetValid))
  }

  @Test func trustsAPinnedKeyWithAnyCertificate() async throws {
    let pin = try await ServerKeys.TrustFile(ServerKeys.good).pin()
    #expect(try await error(of: ServerKeys.good, trust: .pinnedKey(pin)) == nil)
    #expect(
      try await error(of: ServerKeys.good, trust: .pinnedKey(pin), host: "localhost") == nil)
    #expect(try await error(of: ServerKeys.other, trust: .pinnedKey(pin)) == .tls(.otherKey))
    let old = try ServerKeys.key(validFrom: -7200, to: -3600)
    let oldPin = try await ServerKeys.TrustFile(old).pin()
    #expect(try await error(of: old, trust: .pinnedKey(oldPin)) == nil)
  }

  @Test func rejectsUnusableTrust() async throws {
    let directory = try TemporaryDirectory()
    let empty = try directory.write("", to: "empty.crt")
    for trust in [Trust.file(directory.path(of: "none.crt")), .file(empty), .pinnedKey("abc")] {
      guard case .tls(.other(let message)) = try await error(of: ServerKeys.good, trust: trust)
      else {
        Issue.record("\(trust)")
        continue
      }
      #expect(message.contains("cannot be read") || message.contains("SHA-256"))
    }
  }

  @Test func doesNotShareConnectionsBetweenTrusts() async throws {
    let file = try ServerKeys.TrustFile(ServerKeys.good)
    let pin = try await ServerKeys.TrustFile(ServerKeys.good).pin()
    try await ScriptedServer.with(ServerKeys.good) { _ in
      .ok("[]")
    } _: { scripted in
      let transport = CurlTransport()
      for trust in [Trust.file(file.path), .pinnedKey(pin)] {
        let server = try Server(url: scripted.url, trust: trust)
        _ = try await transport.send(TransportRequest(.getChatts, on: server))
      }
      #expect(scripted.connectionCount == 2)
      await #expect(throws: ClientError.tls(.untrusted)) {
        try await transport.send(TransportRequest(.getChatts, on: Server(url: scripted.url)))
      }
    }
  }
}
