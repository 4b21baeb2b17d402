import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct StreamFaultTortureTests {
  /// The numbers of the calls that fail, counted from 0 after the request was sent.
  static let skips = Torture.isFull ? [0, 1, 5, 25] : [0, 5]
  static let longClipCount = Torture.count(1, full: 8)
  static let growthBytesMax = 24 << 20

  /// The faults, each with curl's option for the protocol of the request.
  static let faults: [(option: String, fault: Fault)] =
    [
      Fault(function: "recv", place: .database, error: ECONNRESET),
      Fault(function: "send", place: .database, error: EPIPE),
      Fault(function: "PQsendQueryPrepared"), Fault(function: "PQflush"),
      Fault(function: "PQconsumeInput"), Fault(function: "PQgetResult"),
      Fault(function: "send", place: .clients, error: EPIPE),
      Fault(function: "send", place: .clients, error: ENOBUFS),
      Fault(function: "send", place: .clients, error: -1),
      Fault(function: "SSL_write_ex"), Fault(function: "BIO_write"),
    ].map { ("--http1.1", $0) }
    + [
      Fault(function: "recv", place: .database, error: ECONNRESET),
      Fault(function: "send", place: .clients, error: EPIPE),
      Fault(function: "SSL_write_ex"), Fault(function: "nghttp2_session_mem_send"),
      Fault(function: "nghttp2_session_mem_recv"), Fault(function: "nghttp2_submit_response"),
    ].map { ("--http2", $0) }

  @Test func neverCompletesATruncatedList() async throws {
    let fixture = try await StreamFaultFixture(longClipCount: Self.longClipCount)
    let server = fixture.server
    let isBypassed = try await FaultLibrary.isBypassed.value
    let (descriptors, resident) = (try server.descriptorCount, try server.residentBytes)

    var (failedCount, cutCount) = (0, 0)
    for (option, fault) in Self.faults {
      var hasFailed = false
      for skip in Self.skips {
        let (isFired, isCut) = try await fixture.experiment(fault, skip: skip, option)
        hasFailed = hasFailed || isFired
        failedCount += isFired ? 1 : 0
        cutCount += isCut ? 1 : 0
      }
      #expect(hasFailed || isBypassed, "\(fault), \(option): no such call was made")
      try await fixture.check(fault, option)
    }
    #expect(cutCount > 0 || isBypassed)
    let growth = try server.residentBytes - resident
    #expect(growth < Self.growthBytesMax)
    // The pool may have opened more of its connections since.
    #expect(try server.descriptorCount <= descriptors + 6)
    Torture.report(
      "a list of \(fixture.whole.count >> 10) KiB: \(failedCount) calls failed, \(cutCount) "
        + "responses were cut, \(growth >> 10) KiB more")
    #expect(try await server.stop() == .exited(0))
  }
}
