import ChatterWeb
import Crypto
import System

/// The certificate, its key and the authority's key, as they are on the disk.
struct CertificateCheck: Sendable {
  /// Days before the expiry from which it is reported.
  static let daysMin: Int64 = 30

  var files: CertifiedKeyFiles
  /// Whether chatterd creates missing files at its start.
  var isOwn = false
  var chain: Result<[Certificate], CertificateError>
  /// The error of reading the chain and the key together; nil if they belong together.
  var pairError: CertificateError?
  var keyStatus: FileStatus?
  var authorityKeyStatus: FileStatus?
  /// The current time in seconds since 1970.
  var now: Int64
  var listen: [ListenAddress] = []
  var machine: [String] = []

  /// The faults of the files; none if chatterd will create them.
  @FaultList var faults: [Fault] {
    switch chain {
    case .failure(.fileMissing(files.certificate)) where isOwn && keyStatus == nil: []
    case .failure(let error):
      Fault(Self.kind(of: error), ["path": files.certificate, "reason": "\(error)"])
      keyFaults
    case .success(let chain):
      chainFaults(chain)
      nameFaults(chain[0])
      keyFaults
    }
  }

  /// What devices must trust; nil if they do already, or the certificate cannot be read.
  var anchor: TrustAnchor? {
    guard case .success(let chain) = chain else { return nil }
    return TrustAnchor(of: chain, authority: files.authority.certificate)
  }

  private static func kind(of error: CertificateError) -> FaultKind {
    switch error {
    case .fileMissing: .certificateMissing
    case .fileNotReadable: .certificateUnreadable
    case .notPEM: .certificateNotPEM
    default: .certificateMalformed
    }
  }

  @FaultList private func chainFaults(_ chain: [Certificate]) -> [Fault] {
    let (path, last) = (files.certificate, chain[0].lastDay)
    let days = chain[0].daysLeft(at: now)
    Self.refusals(of: chain, path: path, at: now)
    if (0..<Self.daysMin).contains(days) {
      Fault(.certificateExpiresSoon, ["path": path, "date": last, "days": "\(days)"])
    }
    // A chain may repeat the server's certificate if that is its own authority.
    if let place = zip(chain, chain.dropFirst()).enumerated().first(where: { _, pair in
      pair.0.issuer != pair.1.subject
    })?.offset {
      Fault(.chainOrder, ["number": "\(place + 2)", "path": path])
    }
    for issuer in chain.dropFirst() where issuer.notAfter < now {
      Fault(.chainExpired, ["subject": issuer.subject, "path": path, "date": issuer.lastDay])
    }
  }

  /// Reports addresses for which the certificate is not. A DNS name may belong to any address, so a
  /// certificate with a name has no such fault; nor have loopback addresses, which proxies use.
  @FaultList private func nameFaults(_ server: Certificate) -> [Fault] {
    let isForAddresses = !server.addresses.isEmpty && server.names.allSatisfy { $0 == "localhost" }
    let (path, hosts) = (files.certificate, server.names + server.addresses)
    let missing = machine.filter { !server.addresses.contains($0) }
    let foreign = listen.first { address in
      !address.isEverywhere && !address.isLoopback && !hosts.contains(address.host)
    }
    if isForAddresses, let foreign {
      let hosts = hosts.joined(separator: ", ")
      Fault(.certificateForOthers, ["path": path, "hosts": hosts, "address": foreign.host])
    } else if isForAddresses, listen.contains(where: \.isEverywhere), !missing.isEmpty {
      let missing = missing.joined(separator: ", ")
      Fault(.certificateLacksAddress, ["path": path, "addresses": missing])
    }
  }

  @FaultList private var keyFaults: [Fault] {
    if let pairError, let fault = keyFault(pairError) { fault }
    if let keyStatus, keyStatus.isReadableByAll {
      Fault(.keyReadableByOthers, ["path": files.privateKey, "mode": keyStatus.modeText])
    }
    if let authorityKeyStatus, authorityKeyStatus.isReadableByOthers {
      Fault(
        .authorityKeyReadable,
        ["path": files.authority.privateKey, "mode": authorityKeyStatus.modeText])
    }
  }

  /// Returns the fault of the key; nil for an error of the certificate, which is reported already.
  private func keyFault(_ error: CertificateError) -> Fault? {
    let key = files.privateKey
    let values = ["path": key, "reason": "\(error)"]
    switch error {
    case .fileMissing(key): return Fault(.keyMissing, values)
    case .fileNotReadable(key, _): return Fault(.keyUnreadable, values)
    case .keyDoesNotMatch: return Fault(.keyMismatch, values)
    case .ownCertificateNotFirst:
      return Fault(.chainOrder, ["number": "2", "path": files.certificate])
    case .notPEM(key), .noPrivateKey, .privateKeyEncrypted, .malformedPrivateKey:
      return Fault(.keyMalformed, values)
    default: return nil
    }
  }
}

extension CertificateCheck {
  /// Days that iOS and macOS accept (Apple, "Requirements for trusted certificates in iOS 13").
  static let daysMax: Int64 = 825
  private static let rsaBitsMin = 2048

  /// Returns why clients refuse the first certificate of a chain although they trust its authority,
  /// the most serious first.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  @FaultList static func refusals(
    of chain: [Certificate], path: String, at now: Int64
  ) -> [Fault] {
    let server = chain[0]
    if now > server.notAfter {
      Fault(.certificateExpired, ["path": path, "date": server.lastDay])
    }
    if now < server.notBefore {
      Fault(.certificateNotYetValid, ["path": path, "date": server.firstDay])
    }
    let days = (server.notAfter - server.notBefore) / 86_400
    if days > daysMax { Fault(.certificateTooLong, ["path": path, "days": "\(days)"]) }
    if server.names.isEmpty, server.addresses.isEmpty {
      Fault(.certificateWithoutNames, ["path": path])
    }
    keyRefusals(of: server, path)
    if server.isAuthority {
      Fault(.certificateIsAuthority, ["path": path])
    } else if server.isSelfSigned {
      Fault(.certificateSelfSigned, ["path": path])
    } else if chain.count == 1 {
      Fault(.chainMissing, ["path": path, "issuer": server.issuer])
    }
  }

  @FaultList private static func keyRefusals(of server: Certificate, _ path: String) -> [Fault] {
    switch server.publicKey {
    case .rsa(let bits) where bits < rsaBitsMin:
      refusal(.certificateWeakKey, path, by: "All clients", "its RSA key has only \(bits) bits")
    case .other(let name):
      refusal(.certificateWeakKey, path, by: "Browsers and phones", "its key is \(name)")
    default: []
    }
    switch server.isForServers {
    case true: []
    case false:
      refusal(
        .certificateNotForServers, path, by: "All clients",
        "its extended key usage is not for TLS servers")
    case nil:
      refusal(
        .certificateNotForServers, path, by: "iPhones, iPads and Macs",
        "it has no extended key usage")
    }
  }

  private static func refusal(
    _ kind: FaultKind, _ path: String, by clients: String, _ reason: String
  ) -> Fault {
    Fault(kind, ["path": path, "clients": clients, "reason": reason])
  }
}

extension CertificateCheck {
  /// Reads the files that a configuration names.
  init(_ configuration: Configuration, machine: [String], now: Int64) {
    self.init(reading: configuration.certificate.files, now: now)
    isOwn = configuration.certificate.isOwn
    (listen, self.machine) = (configuration.listen, machine)
  }

  init(reading files: CertifiedKeyFiles, now: Int64) {
    (self.files, self.now) = (files, now)
    chain = Result { () throws(CertificateError) in try Certificate.all(inFile: files.certificate) }
    do throws(CertificateError) {
      _ = try CertifiedKey(files)
    } catch {
      pairError = error
    }
    keyStatus = try? FileStatus(of: files.privateKey)
    authorityKeyStatus = try? FileStatus(of: files.authority.privateKey)
  }
}
