import Glibc
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct StreamFaultTests {
  @Test(arguments: ["--http1.1", "--http2"])
  func neverCompletesATruncatedList(option: String) async throws {
    let fixture = try await StreamFaultFixture(longClipCount: 1)
    let isBypassed = try await FaultLibrary.isBypassed.value
    for fault in [
      Fault(function: "recv", place: .database, error: ECONNRESET),
      Fault(function: "SSL_write_ex"),
    ] {
      var hasFailed = false
      for skip in [0, 5] {
        let isFired = try await fixture.experiment(fault, skip: skip, option).isFired
        hasFailed = hasFailed || isFired
      }
      #expect(hasFailed || isBypassed, "\(fault): no such call was made")
      try await fixture.check(fault, option)
    }
    #expect(try await fixture.server.stop() == .exited(0))
  }
}
