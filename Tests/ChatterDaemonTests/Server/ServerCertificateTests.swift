import Crypto
import Foundation
import TLS
import TestSupport
import Testing

@testable import ChatterDaemon

struct ServerCertificateTests {
  private static let day: Int64 = 86_400

  private let directory: TemporaryDirectory
  private let files: CertifiedKeyFiles
  private let pipe = Pipe()

  init() throws {
    directory = try TemporaryDirectory()
    files = CertifiedKeyFiles(in: directory.path)
  }

  /// Starts with the files of the directory, creating them if they are missing.
  private func started(at now: Int64? = nil) throws -> ServerCertificate {
    let configuration = try serve("--data-dir \(directory.path)")
    let log = Log(
      level: .notice, format: .text, descriptor: pipe.fileHandleForWriting.fileDescriptor)
    guard let now else { return try ServerCertificate(configuration, log: log) }
    return try ServerCertificate(configuration, log: log, at: now)
  }

  /// Closes the log and returns its lines without their times.
  private func lines() throws -> [String] {
    try pipe.fileHandleForWriting.close()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
      .map { line in String(line.drop { $0 != " " }.dropFirst()) }
  }

  /// Creates a certificate in the directory.
  private func make(days: Int = 825) throws -> Certificate {
    var request = CertificateRequest(names: ["localhost"])
    request.days = days
    let made = try IssuedKey(request, reusing: files.authority)
    try made.write(to: files, authority: files.authority)
    return made.server.certificate
  }

  @Test func createsACertificateThatNeedsNoRenewal() throws {
    let certificate = try started()
    #expect(certificate.contexts.chain.count == 2)
    certificate.check(at: certificate.contexts.chain[0].notBefore + Self.day)
    #expect(try lines() == ["notice  created a certificate path=\(files.certificate)"])
  }

  @Test func isRenewedAtStartWhenItHasExpired() throws {
    let old = try make()
    let key = try directory.bytes(of: "chatterd.key")
    let certificate = try started(at: old.notAfter + 100 * Self.day)
    let new = certificate.contexts.chain[0]
    #expect(new.notAfter == old.notAfter + 925 * Self.day - 3601)
    #expect(certificate.current.certificate == new)
    #expect(try CertifiedKey(files).certificate == new)
    #expect(try directory.bytes(of: "chatterd.key") == key)
    #expect(
      try lines() == [
        "notice  renewed the certificate, and kept its key until=\(new.lastDay)",
        "notice  certificate reloaded path=\(files.certificate)",
      ])
  }

  @Test func isRenewedWhileTheServerRuns() throws {
    let old = try make(days: 120)
    let certificate = try started(at: old.notBefore + Self.day)
    let due = old.notAfter - 30 * Self.day
    #expect(certificate.current.schedule.wait(at: due - 10) == .seconds(10))
    certificate.check(at: due - 10)
    #expect(certificate.contexts.chain[0] == old)
    certificate.check(at: due)
    let new = certificate.contexts.chain[0]
    #expect(new.notBefore == due - 3600)
    #expect(new.names == old.names)
    // The next renewal is not due yet.
    certificate.check(at: due + Self.day)
    #expect(certificate.contexts.chain[0] == new)
    #expect(try lines().count == 2)
  }

  @Test func isKeptWithALineADayWithoutTheKeyOfTheAuthority() throws {
    let old = try make()
    let elsewhere = directory.path(of: "elsewhere.key")
    try FileManager.default.moveItem(
      atPath: files.authority.privateKey, toPath: elsewhere)
    let now = old.notAfter - 20 * Self.day
    let certificate = try started(at: now)
    #expect(certificate.current.schedule.wait(at: now) == .seconds(Self.day))
    certificate.check(at: now + Self.day)
    #expect(certificate.contexts.chain[0] == old)
    try FileManager.default.moveItem(
      atPath: elsewhere, toPath: files.authority.privateKey)
    certificate.check(at: now + 2 * Self.day)
    #expect(certificate.contexts.chain[0].notAfter > old.notAfter)
    let lines = try lines()
    #expect(lines.count == 4 && lines[0] == lines[1])
    #expect(
      lines[0].hasPrefix("error   cannot renew the certificate: trying again in a day until="))
    #expect(lines[0].contains("put the key of \(files.authority.certificate) back"))
  }

  @Test func takesANewerCertificateOfItsFilesWithoutAReload() throws {
    let old = try make()
    let certificate = try started(at: old.notBefore)
    let now = old.notAfter - Self.day
    let newer = try IssuedKey(renewing: files, by: files.authority, at: now)
    try newer.replaceCertificate(in: files)
    certificate.check(at: now)
    #expect(certificate.contexts.chain[0] == newer.server.certificate)
    #expect(try lines() == ["notice  certificate reloaded path=\(files.certificate)"])
  }

  @Test func warnsOfTheEndOfACertificateOfAnotherAuthority() throws {
    var request = CertificateRequest(names: ["localhost"])
    request.days = 90
    let pair = try request.make()
    try pair.write(to: files)
    let certificate = try started(at: pair.certificate.notAfter - 20 * Self.day)
    #expect(certificate.current.anchor == nil)
    certificate.check(at: pair.certificate.notAfter - 10 * Self.day)
    certificate.check(at: pair.certificate.notAfter + 1)
    #expect(certificate.contexts.chain[0] == pair.certificate)
    let until = "until=\(pair.certificate.lastDay)"
    #expect(
      try lines() == [
        "warning the certificate expires soon: renew it and reload \(until)",
        "warning the certificate has expired: renew it and reload \(until)",
      ])
  }
}
