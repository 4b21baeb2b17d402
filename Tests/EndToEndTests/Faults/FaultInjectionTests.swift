import Glibc
import TestSupport
import Testing

/// One failed call in each phase of a post and a get. `FaultInjectionTortureTests` has all of them.
@Suite(.needs(.postgreSQL))
struct FaultInjectionTests {
  static let faults = [
    Fault(function: "accept4", place: .clients, error: ECONNABORTED),
    Fault(function: "epoll_wait", error: EINTR),
    Fault(function: "SSL_do_handshake"),
    Fault(function: "recv", place: .clients, error: ECONNRESET),
    Fault(function: "connect", place: .database, error: ECONNREFUSED, isOfNewSession: true),
    Fault(function: "PQsendPrepare", isOfNewSession: true),
    Fault(function: "PQsendQueryPrepared"),
    Fault(function: "send", place: .database, error: EPIPE),
    Fault(function: "recv", place: .database, error: ECONNRESET),
    Fault(function: "PQgetResult"),
    Fault(function: "nghttp2_submit_response"),
    Fault(function: "SSL_write_ex"),
    Fault(function: "send", place: .clients, error: EPIPE),
  ]

  @Test func survivesAFailedCallInEachPhase() async throws {
    let fixture = try await FaultFixture()
    let isBypassed = try await FaultLibrary.isBypassed.value
    for fault in Self.faults {
      let hasFailed = try await fixture.experiment(fault, skip: 0) { _ in }
      #expect(hasFailed || isBypassed, "\(fault): no such call was made")
      try await fixture.check(fault)
      try #require(!fixture.server.program.hasEnded, "\(fault) ended the server")
    }
    #expect(try await fixture.server.stop() == .exited(0))
  }
}
