import Glibc
import HTTP
import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct LoopServerTests {
  @Test func delaysConnectionsBeyondTheLimit() async throws {
    let limits = ServerLimits.with { $0.connectionsMax = 2 }
    try await TestServer.serving(limits: limits, loopCount: 2) { server in
      try await server.withClients { clients in
        let (first, second) = (try await clients.connect(), try await clients.connect())
        let waiting = Task {
          try await server.withClient { client in
            try await client.send(get("/third"))
            return try await client.response()?.text
          }
        }
        for _ in 0..<20 {
          for client in [first, second] {
            try await client.send(get("/"))
            #expect(try await client.response()?.status == 200)
          }
        }
        #expect(server.server.connectionCount == 2)
        #expect(!server.events.accessRecords.contains { $0.path == "/third" })
        first.close()
        #expect(try await waiting.value == "/third")
        second.close()
      }
      try await server.hasConnections(0)
    }
  }

  @Test func countsConnectionsDownHoweverTheyEnd() async throws {
    let limits = ServerLimits.with {
      $0.connectionsMax = 3
      $0.headTimeout = .seconds(33)
    }
    try await TestServer.serving(limits: limits, loopCount: 2, clock: VirtualClock()) { server in
      // Three times as many of each kind as the quota allows.
      for number in 0..<9 {
        try await server.withClients { clients in
          try await clients.connectSocket().close()
          let plain = try await clients.connectSocket()
          try await plain.write(Array(get("/").utf8)[...], until: .never)
          plain.close()
          let garbage = try await clients.connectSocket()
          try await garbage.write(Array("nonsense".utf8)[...], until: .never)
          try await garbage.readToEnd()
          garbage.close()
          let slow = try await clients.connect()
          try await slow.send("GET")
          try await server.letPass(limits.headTimeout)
          #expect(try await slow.response()?.status == 408)
          slow.close()
          let good = try await clients.connect()
          try await good.send(get("/\(number)"))
          #expect(try await good.response()?.text == "/\(number)")
          good.close()
        }
      }
      try await server.hasConnections(0)
    }
  }

  @Test func pausesAcceptingWithoutDescriptorsAndResumes() async {
    let child = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try await TestServer.serving { server in
        try await server.withClients { clients in
          let open = try await clients.connect()
          let held = try DescriptorHoard()
          // One is left, for the client's own end of the connection that cannot be accepted.
          held.release(1)
          let waiting = try await clients.connectSocket()
          // Task.sleep needs a descriptor for its timer, so the loop sleeps instead.
          while server.events.pauses.isEmpty {
            try await clients.loop.sleep(until: .after(.milliseconds(1)))
          }
          for number in 0..<300 {
            try await open.send(get("/\(number)"))
            try #require(try await open.response()?.text == "/\(number)")
            try await clients.loop.sleep(until: .after(.milliseconds(1)))
          }
          try #require(server.events.pauses.count == 1)
          try #require(server.server.connectionCount == 1)
          held.release(8)
          let client = try await clients.secure(waiting)
          try await client.send(get("/late"))
          try #require(try await client.response()?.text == "/late")
          client.close()
          open.close()
        }
        try #require(server.events.pauses.count == 1)
      }
    }
    let output = child.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(output == "")
  }
}

/// All remaining descriptors of this process, under a lowered limit.
private final class DescriptorHoard {
  private var numbers: [Int32] = []

  init() throws {
    var limit = rlimit(rlim_cur: 100, rlim_max: 100)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    while true {
      let number = dup(0)
      guard number >= 0 else { break }
      numbers.append(number)
    }
    try #require(errno == EMFILE && numbers.count > 10)
  }

  func release(_ count: Int) {
    for number in numbers.suffix(count) { close(number) }
    numbers.removeLast(count)
  }
}
