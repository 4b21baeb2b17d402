import System
import TestSupport
import Testing

@testable import Postgres

struct HostResolverTests {
  @Test(
    arguments: [
      ("localhost", true), ("db.example", true), ("127.0.0.1", false), ("::1", false),
      ("/run/postgresql", false), ("@abstract", false), ("", false),
    ])
  func looksUpOnlyNames(_ host: String, _ expected: Bool) {
    #expect(HostResolver.isName(host) == expected)
  }

  @Test func resolvesLocalhostToALoopbackAddress() async throws {
    let loop = PostgresFixture.loop
    let found = try await loop.run {
      try await HostResolver.addresses(of: "localhost", on: loop, until: PostgresFixture.soon)
    }
    #expect(found.contains("127.0.0.1") || found.contains("::1"))
  }

  @Test func endsTheWaitAtTheDeadline() async throws {
    let loop = PostgresFixture.loop
    await #expect(throws: WaitError.timedOut) {
      try await loop.run {
        _ = try await HostResolver.addresses(of: "localhost", on: loop, until: .now)
      }
    }
  }
}
