import TestSupport
import Testing

@testable import Crypto
@testable import TLS

struct TLSPolicyTests {
  @Test(.needs(.programs)) func containsOnlyCiphersThatOpenSSLHas() async throws {
    let policy = TLSPolicy.intermediate
    for (version, names) in [("-tls1_2", policy.ciphers), ("-tls1_3", policy.cipherSuites)] {
      for name in names {
        let option = version == "-tls1_2" ? [name] : ["-ciphersuites", name, "ECDHE"]
        let run = try await ProgramRun("openssl", ["ciphers", "-s", version] + option)
        #expect(run.text.split(separator: ":").first == Substring(name))
      }
    }
  }

  @Test func containsOnlyCiphersWithForwardSecrecyAndAEAD() {
    for name in TLSPolicy.intermediate.ciphers {
      #expect(name.hasPrefix("ECDHE-"))
      #expect(name.contains("-GCM-") || name.contains("CHACHA20-POLY1305"))
    }
    #expect(TLSPolicy.intermediate.minimumVersion == .tls12)
    #expect(TLSPolicy.intermediate.maximumVersion == .tls13)
  }

  @Test func rejectsUnknownCiphers() {
    var policy = TLSPolicy.intermediate
    policy.ciphers = ["NO-SUCH-CIPHER"]
    #expect(throws: CertificateError.refused(reason: "no cipher match")) {
      try TestContexts.server(policy: policy)
    }
  }
}
