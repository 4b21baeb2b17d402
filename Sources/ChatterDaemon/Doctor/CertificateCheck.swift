import Chatter
import EventLoop
import TLS

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
  /// The addresses of this machine.
  var machine: [String] = []

  /// The faults of the files.
  var faults: [Fault] {
    let isMissing = isMissing(files.certificate) && keyStatus == nil
    if isMissing, isOwn { return [] }
    switch chain {
    case .failure(let error): return [certificateFault(error)] + keyFaults
    case .success(let chain):
      return chainFaults(chain) + nameFaults(chain[0]) + keyFaults
    }
  }

  private func isMissing(_ path: String) -> Bool {
    if case .failure(.fileMissing(path)) = chain { true } else { false }
  }

  private func certificateFault(_ error: CertificateError) -> Fault {
    let values = ["path": files.certificate, "reason": "\(error)"]
    switch error {
    case .fileMissing: return Fault(.certificateMissing, values)
    case .fileNotReadable: return Fault(.certificateUnreadable, values)
    case .notPEM: return Fault(.certificateNotPEM, values)
    default: return Fault(.certificateMalformed, values)
    }
  }

  // MARK: The chain

  private func chainFaults(_ chain: [Certificate]) -> [Fault] {
    let found = CertificateFinding.all(of: chain, at: now).map { fault($0, chain[0]) }
    let days = chain[0].daysLeft(at: now)
    let soon =
      (0..<Self.daysMin).contains(days)
      ? [
        Fault(
          .certificateExpiresSoon,
          ["path": files.certificate, "date": chain[0].lastDay, "days": "\(days)"])
      ] : []
    return found + soon + issuerFaults(chain)
  }

  private func fault(_ finding: CertificateFinding, _ server: Certificate) -> Fault {
    var values = [
      "path": files.certificate, "clients": finding.clients, "reason": finding.reason,
      "issuer": server.issuer, "date": server.lastDay,
      "days": "\((server.notAfter - server.notBefore) / 86_400)",
    ]
    let kind: FaultKind
    switch finding.kind {
    case .expired: kind = .certificateExpired
    case .notYetValid:
      kind = .certificateNotYetValid
      values["date"] = server.firstDay
    case .tooLong: kind = .certificateTooLong
    case .withoutNames: kind = .certificateWithoutNames
    case .weakKey: kind = .certificateWeakKey
    case .weakSignature: kind = .certificateWeakSignature
    case .notForServers: kind = .certificateNotForServers
    case .isAuthority: kind = .certificateIsAuthority
    case .selfSigned: kind = .certificateSelfSigned
    case .withoutChain: kind = .chainMissing
    }
    return Fault(kind, values)
  }

  /// Reports an issuer in the wrong place, and one that has expired.
  private func issuerFaults(_ chain: [Certificate]) -> [Fault] {
    var faults: [Fault] = []
    // A chain may repeat the server's certificate if that is its own authority.
    for (index, pair) in zip(chain, chain.dropFirst()).enumerated()
    where pair.0.issuer != pair.1.subject {
      faults.append(
        Fault(.chainOrder, ["number": "\(index + 2)", "path": files.certificate]))
      break
    }
    for issuer in chain.dropFirst() where issuer.notAfter < now {
      faults.append(
        Fault(
          .chainExpired,
          ["subject": issuer.subject, "path": files.certificate, "date": issuer.lastDay]))
    }
    return faults
  }

  // MARK: Names

  /// Reports addresses for which the certificate is not. A DNS name may belong to any address, so a
  /// certificate with a name has no such fault; nor have loopback addresses, which proxies use.
  private func nameFaults(_ server: Certificate) -> [Fault] {
    guard server.names.allSatisfy({ $0 == "localhost" }), !server.addresses.isEmpty else {
      return []
    }
    let foreign = listen.first { address in
      !address.isEverywhere && !address.isLoopback && !server.addresses.contains(address.host)
        && !server.names.contains(address.host)
    }
    if let foreign {
      let hosts = (server.names + server.addresses).joined(separator: ", ")
      return [
        Fault(
          .certificateForOthers,
          ["path": files.certificate, "hosts": hosts, "address": foreign.host])
      ]
    }
    let missing = machine.filter { !server.addresses.contains($0) }
    guard listen.contains(where: \.isEverywhere), !missing.isEmpty else { return [] }
    return [
      Fault(
        .certificateLacksAddress,
        ["path": files.certificate, "addresses": missing.joined(separator: ", ")])
    ]
  }

  // MARK: Keys

  private var keyFaults: [Fault] {
    var faults: [Fault] = []
    if let pairError, let fault = keyFault(pairError) { faults.append(fault) }
    if let keyStatus, keyStatus.isReadableByAll {
      faults.append(
        Fault(.keyReadableByOthers, ["path": files.privateKey, "mode": keyStatus.modeText]))
    }
    if let authorityKeyStatus, authorityKeyStatus.isReadableByOthers {
      faults.append(
        Fault(
          .authorityKeyReadable,
          ["path": files.authority.privateKey, "mode": authorityKeyStatus.modeText]))
    }
    return faults
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
    case .notPEM(key), .noPrivateKey, .privateKeyEncrypted, .malformedPrivateKey,
      .fileTooLarge(key):
      return Fault(.keyMalformed, values)
    default: return nil
    }
  }
}

extension CertificateCheck {
  /// Reads the files that a configuration names.
  init(_ configuration: Configuration, machine: [String], now: Int64) {
    self.init(reading: configuration.certificate.files, now: now)
    isOwn = configuration.certificate.isOwn
    (listen, self.machine) = (configuration.listen, machine)
  }

  /// Reads files.
  init(reading files: CertifiedKeyFiles, now: Int64) {
    (self.files, self.now) = (files, now)
    do throws(CertificateError) {
      chain = .success(try Certificate.all(inFile: files.certificate))
    } catch {
      chain = .failure(error)
    }
    do throws(CertificateError) {
      _ = try CertifiedKey(files)
    } catch {
      pairError = error
    }
    keyStatus = try? FileStatus(of: files.privateKey)
    authorityKeyStatus = try? FileStatus(of: files.authority.privateKey)
  }
}

extension ListenAddress {
  /// Whether only this machine can reach it.
  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

extension Certificate {
  /// The first day of validity, in UTC.
  var firstDay: String {
    String(Timestamp(clamping: notBefore * 1_000_000).description.prefix(10))
  }
}
