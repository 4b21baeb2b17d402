import TLS

/// A reason why clients refuse a certificate although they trust its authority, and its cure.
struct CertificateFinding: Sendable, Equatable, CustomStringConvertible {
  /// What is wrong with a certificate.
  enum Kind: Sendable, Equatable {
    case expired
    case notYetValid
    /// Valid for more days than iOS accepts.
    case tooLong
    case withoutNames
    /// An RSA key that is too short, or a type of key that browsers do not support.
    case weakKey
    case weakSignature
    case notForServers
    case isAuthority
    case selfSigned
    case withoutChain
  }

  let kind: Kind
  /// The clients that refuse it.
  let clients: String
  let reason: String
  let cure: String

  var description: String { "\(clients) refuse it: \(reason). \(cure)" }

  /// Days that iOS and macOS accept (Apple, "Requirements for trusted certificates in iOS 13").
  static let daysMax: Int64 = 825
  private static let rsaBitsMin = 2048
  /// SHA-256 has 128 bits, SHA-1 at most 80.
  private static let signatureBitsMin = 112
  private static let renewal = "Run chatterd cert --force, and reload the server."

  /// Returns what is wrong with the first certificate of a chain, the most serious first.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  static func all(of chain: [Certificate], at now: Int64) -> [CertificateFinding] {
    let server = chain[0]
    return times(server, now) + names(server) + keys(server) + forms(chain)
  }

  private static func times(_ server: Certificate, _ now: Int64) -> [CertificateFinding] {
    var found: [CertificateFinding] = []
    if now > server.notAfter {
      found.append(
        .init(kind: .expired, clients: "All clients", reason: "it has expired", cure: renewal))
    }
    if now < server.notBefore {
      found.append(
        .init(
          kind: .notYetValid, clients: "All clients", reason: "it is not valid yet",
          cure: "Set the clock of this machine, or create it again."))
    }
    if (server.notAfter - server.notBefore) / 86_400 >= daysMax + 1 {
      found.append(
        .init(
          kind: .tooLong, clients: "iPhones, iPads and Macs",
          reason: "it is valid for more than \(daysMax) days", cure: renewal))
    }
    return found
  }

  private static func names(_ server: Certificate) -> [CertificateFinding] {
    guard server.names.isEmpty, server.addresses.isEmpty else { return [] }
    return [
      .init(
        kind: .withoutNames, clients: "All clients",
        reason: "it has no subject alternative names, and the common name does not count",
        cure: renewal)
    ]
  }

  private static func keys(_ server: Certificate) -> [CertificateFinding] {
    var found: [CertificateFinding] = []
    switch server.publicKey {
    case .rsa(let bits) where bits < rsaBitsMin:
      found.append(
        .init(
          kind: .weakKey, clients: "All clients", reason: "its RSA key has only \(bits) bits",
          cure: renewal))
    case .other(let name):
      found.append(
        .init(
          kind: .weakKey, clients: "Browsers and phones", reason: "its key is \(name)",
          cure: renewal))
    default: break
    }
    if server.signatureBits < signatureBitsMin {
      found.append(
        .init(
          kind: .weakSignature, clients: "All clients",
          reason: "its signature is weaker than SHA-256", cure: renewal))
    }
    return found
  }

  private static func forms(_ chain: [Certificate]) -> [CertificateFinding] {
    let server = chain[0]
    var found: [CertificateFinding] = []
    if server.isForServers != true {
      let reason =
        server.isForServers == nil
        ? "it has no extended key usage" : "its extended key usage is not for TLS servers"
      found.append(
        .init(
          kind: .notForServers,
          clients: server.isForServers == nil ? "iPhones, iPads and Macs" : "All clients",
          reason: reason, cure: renewal))
    }
    if server.isAuthority {
      found.append(
        .init(
          kind: .isAuthority, clients: "Firefox and other programs with NSS",
          reason: "it is its own authority, and so no server's certificate", cure: renewal))
    } else if server.isSelfSigned {
      found.append(
        .init(
          kind: .selfSigned, clients: "Android phones",
          reason: "they install only authorities, and it is none", cure: renewal))
    } else if chain.count == 1 {
      found.append(
        .init(
          kind: .withoutChain, clients: "Clients that do not know its issuer",
          reason: "the file has no chain",
          cure: "Append the certificates of its issuers, and reload the server."))
    }
    return found
  }
}
