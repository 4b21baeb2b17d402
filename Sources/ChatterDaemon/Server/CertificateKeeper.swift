import EventLoop
import TLS

/// Reloads and renews the certificate of a running server, in one order and on a thread of its own,
/// so that no loop waits for the disk.
struct CertificateKeeper: Sendable {
  private let certificate: ServerCertificate
  /// The thread exists only while there is work.
  private let worker = WorkerPool(threadsMax: 1)
  /// The current time in seconds since 1970.
  private let now: @Sendable () -> Int64

  init(
    _ certificate: ServerCertificate,
    now: @escaping @Sendable () -> Int64 = { Int64(WallClock.secondsSince1970) }
  ) {
    self.certificate = certificate
    self.now = now
  }

  /// Reads the files again, and checks the new certificate at once.
  func reload() async {
    await work { certificate, now in
      certificate.reload()
      certificate.check(at: now)
    }
  }

  /// Checks the certificate daily until the task is cancelled; its first check, at start, has
  /// happened.
  func run(on loop: EventLoop) async {
    while (try? await loop.sleep(until: .after(certificate.wait(at: now())))) != nil {
      await work { certificate, now in certificate.check(at: now) }
    }
  }

  private func work(_ body: @escaping @Sendable (ServerCertificate, Int64) -> Void) async {
    let (certificate, now) = (certificate, now)
    do throws(WorkerPool.BusyError) {
      try await worker.run(for: "") { body(certificate, now()) }
    } catch {
      // The system has no thread left: waiting for the disk is better than no certificate.
      body(certificate, now())
    }
  }
}
