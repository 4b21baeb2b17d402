import Foundation
import System
import TestSupport
import Testing

/// One failure of each kind while clients post. `Torture` has many of them.
@Suite(.needs(.postgreSQL))
struct CrashTests {
  @Test func losesNoAcknowledgedPostWhenTheServerIsKilled() async throws {
    let home = try PrivateHome()
    let (ledger, history) = (PostLedger(), ListHistory())
    let server = try await ServerProcess(.ownCluster(home))
    async let load: Void = PostingLoad.run("load", clients: 4, to: server, ledger, history)
    try await eventually { ledger.acknowledgedCount > 10 }
    server.program.send(SIGKILL)
    #expect(try await server.program.ending() == .killed(signal: SIGKILL))
    try await load
    let next = try await ServerProcess(.ownCluster(home))
    try await next.check(ledger, history)
    #expect(try await next.stop() == .exited(0))
  }

  @Test func losesNoAcknowledgedPostWhenPostgreSQLIsKilled() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(.ownCluster(home))
    _ = try await server.underLoad { ledger in
      try await eventually { ledger.acknowledgedCount > 10 }
      kill(try #require(home.postmaster), SIGKILL)
      try await eventually { server.restartCount == 1 }
      let before = ledger.acknowledgedCount
      try await eventually { ledger.acknowledgedCount > before + 3 }
    }
  }

  @Test func losesNoAcknowledgedPostWhenSessionsAreTerminated() async throws {
    let database = try await TestDatabase()
    _ = try await ServerProcess(.shared(database)).underLoad { ledger in
      try await eventually { ledger.acknowledgedCount > 10 }
      try await database.terminateSessions()
      let before = ledger.acknowledgedCount
      try await eventually { ledger.acknowledgedCount > before + 3 }
    }
  }

  @Test func storesPostsOnceWhenTheCommitResponseIsLost() async throws {
    let database = try await TestDatabase()
    let loop = try EventLoop(name: "proxy")
    defer { loop.stop() }
    try await CuttingProxy.with(database.url, on: loop) { proxy, url in
      _ = try await ServerProcess(.through(url, database)).underLoad { ledger in
        let before = ledger.acknowledgedCount
        proxy.cut(.afterCommit)
        try await eventually { proxy.cutCount == 1 && ledger.acknowledgedCount > before }
      }
    }
  }
}
