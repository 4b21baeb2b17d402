internal import System

@testable package import Crypto
@testable package import TLS

/// Certificates that several suites share. Each is generated once.
package enum TestKeys {
  package static let p256 = made(.p256)
  package static let rsa = made(.rsa(bits: 2048))

  package static func made(_ kind: CertificateKeyKind) -> CertifiedKey {
    var request = CertificateRequest(
      names: ["chatter.test", "localhost"], addresses: ["127.0.0.1", "::1"])
    request.key = kind
    do {
      return try request.make()
    } catch {
      fatalError("\(error)")
    }
  }

  /// A certificate for `chatter.test` that is valid from and to these seconds from now.
  package static func p256(validFrom start: Int, to end: Int) throws -> CertifiedKey {
    let key = try PrivateKeyHandle.generate(.p256)
    let now = WallClock.secondsSince1970
    let contents = Certificate.Contents(
      organization: "test", commonName: "chatter.test", notBefore: now + start,
      notAfter: now + end,
      extensions: [.init(name: "subjectAltName", value: "DNS:chatter.test")])
    return try CertifiedKey(
      chain: [Certificate.signed(contents, for: key)], key: key,
      sources: CertifiedKeyFiles(certificate: "test", privateKey: "test"))
  }
}

extension Certificate {
  /// Returns the lines that `openssl x509` prints, without blanks around them.
  package func lines() async throws -> [String] {
    let run = try await ProgramRun("openssl", ["x509", "-noout", "-text"], input: pemBytes())
      .checked()
    return run.text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}

package enum TestContexts {
  package static func server(
    _ key: CertifiedKey = TestKeys.p256, protocols: [String] = [],
    ticketKey: [UInt8]? = nil, policy: TLSPolicy = .intermediate, thread: Int = 0
  ) throws -> TLSContext {
    try TLSContext.server(
      key, applicationProtocols: protocols, ticketKey: ticketKey, policy: policy, thread: thread)
  }

  package static func client(
    trusting key: CertifiedKey = TestKeys.p256, protocols: [String] = [],
    policy: TLSPolicy = .intermediate
  ) throws -> TLSContext {
    try TLSContext.client(
      trusting: key.chain, applicationProtocols: protocols, policy: policy)
  }
}

extension TLSPolicy {
  /// The intermediate policy within one version of TLS.
  package static func only(_ version: TLSVersion) -> TLSPolicy {
    var policy = TLSPolicy.intermediate
    policy.minimumVersion = version
    policy.maximumVersion = version
    return policy
  }

  /// The policy of an old client, without a security level.
  package static func outdated(_ version: TLSVersion, ciphers: [String]) -> TLSPolicy {
    var policy = only(version)
    policy.ciphers = ciphers
    policy.securityLevel = 0
    return policy
  }
}

/// The versions that only tests name.
extension TLSVersion {
  package static let tls1 = TLSVersion(rawValue: 0x0301)
  package static let tls11 = TLSVersion(rawValue: 0x0302)
}

/// The alerts that tests expect (RFC 8446 section 6).
extension TLSAlert {
  package static let handshakeFailure = TLSAlert(rawValue: 40)
  package static let badCertificate = TLSAlert(rawValue: 42)
  package static let certificateExpired = TLSAlert(rawValue: 45)
  package static let certificateUnknown = TLSAlert(rawValue: 46)
  package static let unknownCA = TLSAlert(rawValue: 48)
  package static let protocolVersion = TLSAlert(rawValue: 70)
  package static let noApplicationProtocol = TLSAlert(rawValue: 120)
}
