import EventLoop
import Testing

@testable import Postgres

@Suite struct HostResolverTests {
  @Test(
    "only names are looked up",
    arguments: [
      ("localhost", true), ("db.example", true), ("127.0.0.1", false), ("::1", false),
      ("/run/postgresql", false), ("@abstract", false), ("", false),
    ])
  func names(_ host: String, _ expected: Bool) {
    #expect(HostResolver.isName(host) == expected)
  }

  @Test("localhost has a loopback address")
  func localhost() async throws {
    let loop = Fixture.loop
    let found = try await loop.run {
      try await HostResolver.addresses(of: "localhost", on: loop, until: Fixture.soon)
    }
    #expect(found.contains("127.0.0.1") || found.contains("::1"))
  }

  @Test("a name that does not exist has none")
  func unknown() async throws {
    let loop = Fixture.loop
    let found = try await loop.run {
      try await HostResolver.addresses(of: "no.such.host.invalid", on: loop, until: Fixture.soon)
    }
    #expect(found.isEmpty)
  }

  @Test("a deadline ends the waiting")
  func deadline() async throws {
    let loop = Fixture.loop
    await #expect(throws: WaitError.timedOut) {
      try await loop.run {
        _ = try await HostResolver.addresses(of: "localhost", on: loop, until: .now)
      }
    }
  }
}
