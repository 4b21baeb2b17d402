import Foundation
import HTTP
import Sockets
import TLS
import TestSupport
import Testing

@testable import WebServer

@Suite("HTTPServer: what one address may hold (needs a socket)", .timeLimit(.minutes(3)))
struct HTTPServerMemoryTests {
  private static let step = MemoryQuota.stepBytes

  /// Room for few bodies, and no other limit that could end them first.
  private static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.request.bodyBytesMax = 256 * 1024
    limits.requestMemoryMax = 1 << 20
    limits.http2.bodyBytesHeldMax = limits.http2.bodyBytesHeldMin(with: limits.request)
    return limits
  }

  @Test("a slow body is given up with 503 for one that comes after it, over HTTP/1.1")
  func givenUp1() async throws {
    let limits = Self.limits
    try await TestServer.serving(limits: limits, handler: echoApp) { server in
      try await server.withClients { clients in
        let slow = try await clients.connect()
        let head = "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n"
        try await slow.send(head + String(repeating: "x", count: 190_000))
        #expect(await eventually { server.heldRequestBytes >= 190_000 })
        // It has waited the longest when the next one needs room.
        let next = try await clients.connect()
        try await next.send(
          post("/next", String(repeating: "y", count: 200_000)))
        #expect(try await next.response()?.text.count == 200_011)
        let answer = try #require(try await slow.response())
        #expect(answer.status == 503)
        #expect(answer.head.contains("\r\nConnection: close\r\n"))
        #expect(answer.text == "\(RequestBodyError.noRoom)")
        next.close()
        slow.close()
      }
      #expect(await eventually { server.heldRequestBytes == 0 })
    }
  }

  @Test("a slow body is given up with 503 for one that comes after it, over HTTP/2")
  func givenUp2() async throws {
    try await TestServer.serving(limits: Self.limits, handler: echoApp) { server in
      try await server.withHTTP2Client { client in
        let slow = client.peer.request(
          "POST", "/slow", [], body: [UInt8](repeating: 1, count: 190_000), isLast: false)
        try await client.read { $0.bodyBytesLeft(on: slow) == 0 }
        #expect(await eventually { server.heldRequestBytes >= 190_000 })
        let body = [UInt8](repeating: 2, count: 200_000)
        #expect(try await client.call("POST", "/next", body: body).status == 200)
        let answer = try await client.answer(to: slow)
        #expect(answer.status == 503)
        #expect(answer.text == "\(RequestBodyError.noRoom)")
        #expect(try await client.call("GET", "/other").text == "GET /other ")
      }
      #expect(await eventually { server.heldRequestBytes == 0 })
    }
  }

  @Test("every body is counted from its first byte, on every stream")
  func firstByte() async throws {
    try await TestServer.serving(limits: Self.limits, handler: echoApp) { server in
      try await server.withHTTP2Client { client in
        // What five requests hold beside their bodies is not counted.
        for _ in 0..<5 {
          _ = client.peer.request("POST", "/", [], body: [1], isLast: false)
        }
        try await client.send()
        #expect(await eventually { server.heldRequestBytes == 5 * Self.step })
      }
      #expect(await eventually { server.heldRequestBytes == 0 })
    }
  }

  @Test("bodies that nobody reads are counted too")
  func unread() async throws {
    let gate = Gate()
    try await TestServer.serving(limits: Self.limits) { _, _ in
      await gate.wait()
      return Response(.ok)
    } _: { server in
      try await server.withHTTP2Client { client in
        for _ in 0..<4 {
          _ = client.peer.request(
            "POST", "/", [], body: [UInt8](repeating: 1, count: 15_000), isLast: false)
        }
        try await client.send()
        #expect(await eventually { server.heldRequestBytes >= 60_000 })
        gate.open()
        #expect(await eventually { server.heldRequestBytes == 0 })
      }
    }
  }

  @Test("readers that stop reading leave nothing in the kernel once they are given up")
  func readers() async throws {
    var limits = ServerLimits()
    limits.writeTimeout = .seconds(2)
    limits.closeTimeout = .seconds(1)
    limits.idleTimeout = .seconds(2)
    limits.lingerTimeout = .milliseconds(200)
    let content = [UInt8](repeating: 7, count: 4 << 20)
    try await TestServer.serving(limits: limits, loopCount: 2) { _, request in
      // One response is longer than all buffers, one fits into the kernel's.
      Response(.ok, body: .bytes(request.path == "/long" ? content[...] : content.prefix(100_000)))
    } _: { server in
      try await server.withClients { clients in
        let port = clients.address.port
        var (readers, most): ([TestClient], Int) = ([], 0)
        for number in 0..<200 {
          let client = try await clients.connect()
          let isLast = number % 3 == 0
          try await client.send(
            get(
              number % 2 == 0 ? "/long" : "/short", fields: isLast ? "Connection: close\r\n" : ""))
          readers.append(client)
          most = max(most, KernelSockets.unsentBytes(of: port).max() ?? 0)
        }
        // No socket has more than the mark, what is on its way, and a segment.
        #expect(most > 50_000, "\(most)")
        #expect(most < 8 * Int(Listener.unsentBytesMax))
        #expect(await server.hasConnections(0))
        #expect(await eventually { KernelSockets.unsentBytes(of: port).allSatisfy { $0 == 0 } })
        for reader in readers { reader.close() }
      }
    }
  }

  @Test("connections that stall count for their address, and the oldest are reset beyond its quota")
  func stalled() async throws {
    var limits = ServerLimits()
    limits.unsentBytesPerAddressMax = 4 * Int(Listener.unsentBytesMax)
    limits.unsentBytesMax = limits.unsentBytesPerAddressMax
    let bytesMax = limits.unsentBytesMax
    let content = [UInt8](repeating: 7, count: 8 << 20)
    try await TestServer.serving(limits: limits) { _, _ in
      Response(.ok, body: .bytes(content))
    } _: { server in
      try await server.withClients { clients in
        var readers: [TestClient] = []
        for _ in 0..<30 {
          let client = try await clients.connect()
          try await client.send(get("/"))
          readers.append(client)
        }
        // Each is given up long before its time to write is over.
        #expect(await eventually { server.server.connectionCount < 30 })
        #expect(await eventually { server.heldUnsentBytes <= bytesMax })
        for reader in readers { reader.close() }
      }
      #expect(await eventually { server.heldUnsentBytes == 0 })
    }
  }
}

extension TestServer {
  /// What request bodies and HTTP/2 requests are counted to hold.
  var heldRequestBytes: Int { server.environment.requestMemory.heldBytes }

  /// What stalled connections are counted to hold.
  fileprivate var heldUnsentBytes: Int { server.environment.unsent.heldBytes }
}

/// The kernel's own list of TCP sockets (proc(5), /proc/net/tcp).
private enum KernelSockets {
  /// How many bytes each socket at a local port has sent or is to send, unacknowledged.
  static func unsentBytes(of port: UInt16) -> [Int] {
    // A file of proc(5) says that it is empty, and has to be read to its end.
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap {
      FileHandle(forReadingAtPath: $0)?.readDataToEndOfFile()
    }.map { String(decoding: $0, as: UTF8.self) }
    return tables.joined(separator: "\n").split(separator: "\n").compactMap {
      let columns = $0.split(separator: " ")
      guard columns.count > 4, columns[1].hasSuffix(":" + hexadecimal(port)) else { return nil }
      // 0A is LISTEN, whose columns mean something else.
      guard columns[3] != "0A" else { return nil }
      return Int(columns[4].prefix { $0 != ":" }, radix: 16)
    }
  }

  private static func hexadecimal(_ port: UInt16) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
