import Crypto
import Foundation
import System
import TLS
import TestSupport
import Testing

@testable import ChatterDaemon

struct ServerCertificateKeepingTests {
  private let directory: TemporaryDirectory
  private let files: CertifiedKeyFiles
  private let old: Certificate

  init() throws {
    directory = try TemporaryDirectory()
    files = CertifiedKeyFiles(in: directory.path)
    let made = try IssuedKey(CertificateRequest(names: ["localhost"]), reusing: files.authority)
    try made.write(to: files, authority: files.authority)
    old = made.server.certificate
  }

  private func started() throws -> ServerCertificate {
    let configuration = try serve("--data-dir \(directory.path)")
    return try ServerCertificate(
      configuration, log: Log(level: .error, format: .text), at: old.notBefore)
  }

  @Test func renewsADueCertificateOnReload() async throws {
    let certificate = try started()
    let end = old.notAfter
    await certificate.reloadAndCheck(at: end)
    #expect(certificate.contexts.chain[0].notAfter > end)
  }

  @Test(.needs(.time)) func renewsTheCertificateWhileTheServerRuns() async throws {
    let certificate = try started()
    let due = old.notAfter - 30 * 86_400
    let (readings, reading) = AsyncStream<Void>.makeStream()
    // The clock is read before a wait, here of one second, and after it.
    let seconds = Lock(due - 1)
    let now = { @Sendable in
      reading.yield()
      return seconds.withLock { now in
        defer { now += 1 }
        return now
      }
    }
    try await onLoop { loop in
      let task = Task(executorPreference: loop) { await certificate.keep(on: loop, now: now) }
      var count = 0
      for await _ in readings {
        count += 1
        if count == 3 { break }
      }
      task.cancel()
      await task.value
    }
    #expect(certificate.contexts.chain[0].notBefore == due - 3600)
  }

  @Test func endsWhenItsTaskIsCancelled() async throws {
    let certificate = try started()
    try await onLoop { loop in
      let task = Task(executorPreference: loop) { await certificate.keep(on: loop) }
      task.cancel()
      await task.value
    }
    #expect(certificate.contexts.chain[0] == old)
  }

  @Test func reloadsInTheOrderOfTheCalls() async throws {
    let certificate = try started()
    let start = old.notBefore
    for number in 0..<3 {
      let day = old.notAfter + Int64(number) * 86_400
      let renewed = try IssuedKey(renewing: files, by: files.authority, at: day)
      try renewed.replaceCertificate(in: files)
      await certificate.reloadAndCheck(at: start)
      #expect(certificate.contexts.chain[0] == renewed.server.certificate)
    }
  }
}
