import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct CurlTLSTests {
  @Test func acceptsTLS12And13WithForwardSecrecyOnly() async throws {
    let curl = Curl(server: try await ServerProcess())
    let old = try await curl.call(
      "/getchatts/", options: ["--tlsv1.2", "--tls-max", "1.2", "--verbose"])
    #expect(old.values == ["200"])
    #expect(old.trace.contains("SSL connection using TLSv1.2 / ECDHE-"))
    let new = try await curl.call("/getchatts/", options: ["--tlsv1.3", "--verbose"])
    #expect(new.values == ["200"])
    #expect(new.trace.contains("SSL connection using TLSv1.3 / TLS_"))
    // Security level 0: otherwise the client's own OpenSSL would refuse to try.
    let ancient = try await curl.call(
      "/getchatts/", options: ["--tlsv1.0", "--tls-max", "1.1", "--ciphers", "ALL:@SECLEVEL=0"])
    #expect(ancient.run.ending == .exited(35))
  }

  @Test func rejectsCiphersWithoutForwardSecrecy() async throws {
    let curl = Curl(server: try await ServerProcess())
    let refused = try await curl.call(
      "/getchatts/", options: ["--tls-max", "1.2", "--ciphers", "AES128-GCM-SHA256:AES256-SHA"])
    #expect(refused.run.ending == .exited(35))
  }

  /// DHE costs the server several times as much as an ECDHE handshake.
  @Test func rejectsFiniteFieldDHE() async throws {
    let directory = try TemporaryDirectory()
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["cert", "--key", "rsa2048", "--out", directory.path]
    ).checked()
    let server = try await ServerProcess(
      .shared(TestDatabase()),
      options: [
        "--certificate", directory.path(of: "chatterd.crt"), "--private-key",
        directory.path(of: "chatterd.key"),
      ])
    let handshake = { @Sendable (cipher: String) in
      try await ProgramRun(
        "openssl",
        ["s_client", "-connect", "\(server.address)", "-tls1_2", "-cipher", cipher])
    }
    #expect(try await handshake("DHE-RSA-AES128-GCM-SHA256").ending == .exited(1))
    let elliptic = try await handshake("ECDHE-RSA-AES128-GCM-SHA256").checked()
    #expect(elliptic.text.contains("Cipher is ECDHE-RSA-AES128-GCM-SHA256"))
  }

  @Test func isTrustedByItsCertificateAndOnlyForItsNames() async throws {
    let server = try await ServerProcess()
    let url = "\(server.url)/getchatts/"
    let port = try #require(URL(string: url)?.port)
    // CURLE_PEER_FAILED_VERIFICATION.
    let stranger = try await ProgramRun("curl", ["--disable", "-sS", url])
    #expect(stranger.ending == .exited(60))
    #expect(stranger.errors.contains("self-signed certificate"))
    let trusting = ["--disable", "-sS", "--cacert", server.certificate]
    let byName = try await ProgramRun("curl", trusting + ["https://localhost:\(port)/getchatts/"])
    #expect(byName.text == "[]")
    let wrongName = try await ProgramRun(
      "curl",
      trusting + [
        "--resolve", "chat.example:\(port):127.0.0.1", "https://chat.example:\(port)/getchatts/",
      ])
    #expect(wrongName.ending == .exited(60))
    #expect(wrongName.errors.contains("no alternative certificate subject name"))
    let insecure = try await ProgramRun("curl", ["--disable", "-sS", "--insecure", url])
    #expect(insecure.text == "[]")
  }

  @Test func listensOnIPv6AloneAndBesideIPv4() async throws {
    let only = Curl(server: try await ServerProcess(options: ["--listen", "[::1]:0"]))
    #expect(only.server.url.hasPrefix("https://[::1]:"))
    #expect(try await only.call("/getchatts/", wanting: ["remote_ip"]).values == ["::1"])

    let both = try await ServerProcess(options: ["--listen", "[::]:0"])
    let port = try #require(URL(string: both.url)?.port)
    for host in ["127.0.0.1", "[::1]"] {
      let run = try await ProgramRun(
        "curl",
        ["--disable", "-sS", "--cacert", both.certificate, "https://\(host):\(port)/getchatts"])
      #expect(run.text == "[]", "\(host): \(run.errors)")
    }
  }
}
