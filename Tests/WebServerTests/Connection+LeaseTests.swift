import HTTP
import System
import TestSupport
import Testing

@testable import WebServer

struct ConnectionLeaseTests {
  private let leases = Leases()

  private static let longBytes = 32 << 20

  /// Leases that are still held.
  private final class Leases: Sendable {
    private final class Lease: ResponseLease {
      private struct State {
        var isRevoked = false
        var giveUp: (@Sendable () -> Void)?
      }

      private let state = Lock(State())

      func onRevocation(_ giveUp: @escaping @Sendable () -> Void) {
        let isRevoked = state.withLock { state in
          state.giveUp = giveUp
          return state.isRevoked
        }
        if isRevoked { giveUp() }
      }

      func revoke() {
        let giveUp = state.withLock { state in
          state.isRevoked = true
          return state.giveUp
        }
        giveUp?()
      }
    }

    private struct Entry { weak var lease: Lease? }

    private let entries = Lock<[Entry]>([])

    func make() -> any ResponseLease {
      let lease = Lease()
      entries.withLock { $0.append(Entry(lease: lease)) }
      return lease
    }

    var heldCount: Int { entries.withLock { entries in entries.count { $0.lease != nil } } }

    func revokeAll() {
      for entry in entries.withLock({ $0 }) { entry.lease?.revoke() }
    }
  }

  private static func app(_ leases: Leases) -> TestServer.App {
    { _, request in
      let count = request.path == "/long" ? longBytes : 100_000
      var response = Response(.ok, body: .bytes([UInt8](repeating: 65, count: count)))
      response.lease = leases.make()
      return response
    }
  }

  @Test func dropsALeaseWhenItsResponseIsWrittenOverHTTP1() async throws {
    try await TestServer.servingClient(handler: Self.app(leases)) { _, client in
      for _ in 0..<3 {
        try await client.send(get("/"))
        #expect(try await client.response()?.text.utf8.count == 100_000)
        try await eventually { leases.heldCount == 0 }
      }
      leases.revokeAll()
      try await client.send(get("/"))
      #expect(try await client.response()?.status == 200)
    }
  }

  @Test func cutsAStalledHTTP1ConnectionWhenItsLeaseIsRevoked() async throws {
    try await TestServer.servingClient(handler: Self.app(leases)) { server, client in
      try await client.send(get("/long"))
      try await eventually { leases.heldCount == 1 }
      leases.revokeAll()
      try await eventually { leases.heldCount == 0 }
      try await server.hasConnections(0)
    }
  }

  @Test func dropsALeaseWhenItsResponseIsWrittenOverHTTP2() async throws {
    try await TestServer.serving(handler: Self.app(leases)) { server in
      try await server.withHTTP2Client { client in
        for _ in 0..<3 {
          let response = try await client.call("GET", "/")
          #expect(response.body.count == 100_000)
          try await eventually { leases.heldCount == 0 }
        }
      }
    }
  }

  @Test func resetsAStalledHTTP2StreamWhenItsLeaseIsRevoked() async throws {
    try await TestServer.serving(handler: Self.app(leases)) { server in
      try await server.withHTTP2Client(opensWindows: false) { client in
        let long = client.peer.request("GET", "/long")
        try await client.send()
        try await eventually { leases.heldCount == 1 }
        leases.revokeAll()
        let response = try await client.response(to: long)
        #expect(response.closeCode == HTTP2ErrorCode.cancel.rawValue)
        // The task that sent the response releases it last.
        try await eventually { leases.heldCount == 0 }
      }
    }
  }
}
