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
