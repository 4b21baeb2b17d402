import TestSupport
import Testing

@testable import TLS

@Suite struct TLSPolicyTests {
  @Test("the names of the ciphers are all known to OpenSSL, which drops others without a word")
  func ciphers() async throws {
    let policy = TLSPolicy.intermediate
    for (version, names) in [("-tls1_2", policy.ciphers), ("-tls1_3", policy.cipherSuites)] {
      for name in names {
        let option = version == "-tls1_2" ? [name] : ["-ciphersuites", name, "ECDHE"]
        let run = try await ProgramRun("openssl", ["ciphers", "-s", version] + option)
        #expect(run.text.split(separator: ":").first == Substring(name))
      }
    }
  }

  @Test("every cipher has forward secrecy and authenticated encryption")
  func forwardSecrecy() {
    for name in TLSPolicy.intermediate.ciphers {
      #expect(name.hasPrefix("ECDHE-"))
      #expect(name.contains("-GCM-") || name.contains("CHACHA20-POLY1305"))
    }
    #expect(TLSPolicy.intermediate.minimumVersion == .tls12)
    #expect(TLSPolicy.intermediate.maximumVersion == .tls13)
  }

  @Test("a policy that OpenSSL does not know is an error, not a context")
  func unknown() {
    var policy = TLSPolicy.intermediate
    policy.ciphers = ["NO-SUCH-CIPHER"]
    #expect(throws: CertificateError.refused(reason: "no cipher match")) {
      try TestContexts.server(policy: policy)
    }
  }
}
