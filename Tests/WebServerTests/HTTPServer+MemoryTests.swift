import Foundation
import HTTP
import Sockets
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

@Suite(.needs(.time))
struct HTTPServerMemoryTests {
  private static let step = MemoryQuota.stepBytes

  /// Limits with memory for few bodies, and no other limit that ends them first.
  private static var limits: ServerLimits {
    .with {
      $0.request.bodyBytesMax = 256 * 1024
      $0.requestMemoryMax = 1 << 20
    }
  }

  @Test func givesUpASlowBodyForALaterOneOverHTTP1() async throws {
    let limits = Self.limits
    try await TestServer.serving(limits: limits, handler: echoApp) { server in
      try await server.withClients { clients in
        let slow = try await clients.connect()
        let head = "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n"
        try await slow.send(head + String(repeating: "x", count: 190_000))
        try await eventually { server.heldRequestBytes >= 190_000 }
        // It has waited longest when the next one needs memory.
        let next = try await clients.connect()
        try await next.send(
          post("/next", String(repeating: "y", count: 200_000)))
        #expect(try await next.response()?.text.count == 200_011)
        let response = try #require(try await slow.response())
        #expect(response.status == 503)
        #expect(response.head.contains("\r\nConnection: close\r\n"))
        #expect(response.text == "\(RequestBodyError.quotaExhausted)")
        next.close()
        slow.close()
      }
      try await eventually { server.heldRequestBytes == 0 }
    }
  }

  @Test func givesUpASlowBodyForALaterOneOverHTTP2() async throws {
    try await TestServer.serving(limits: Self.limits, handler: echoApp) { server in
      try await server.withHTTP2Client { client in
        let slow = client.peer.request(
          "POST", "/slow", [], body: [UInt8](repeating: 1, count: 190_000), isLast: false)
        try await client.read { $0.bodyBytesLeft(on: slow) == 0 }
        try await eventually { server.heldRequestBytes >= 190_000 }
        let body = [UInt8](repeating: 2, count: 200_000)
        #expect(try await client.call("POST", "/next", body: body).status == 200)
        let response = try await client.response(to: slow)
        #expect(response.status == 503)
        #expect(response.text == "\(RequestBodyError.quotaExhausted)")
        #expect(try await client.call("GET", "/other").text == "GET /other ")
      }
      try await eventually { server.heldRequestBytes == 0 }
    }
  }

  @Test func countsEveryBodyFromItsFirstByte() async throws {
    try await TestServer.serving(limits: Self.limits, handler: echoApp) { server in
      try await server.withHTTP2Client { client in
        // The memory of five requests beside their bodies is not counted.
        for _ in 0..<5 {
          _ = client.peer.request("POST", "/", [], body: [1], isLast: false)
        }
        try await client.send()
        try await eventually { server.heldRequestBytes == 5 * Self.step }
      }
      try await eventually { server.heldRequestBytes == 0 }
    }
  }

  @Test func countsBodiesThatTheAppDoesNotRead() async throws {
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
        try await eventually { server.heldRequestBytes >= 60_000 }
        gate.open()
        try await eventually { server.heldRequestBytes == 0 }
      }
    }
  }

  @Test func leavesNothingInTheKernelForGivenUpReaders() async throws {
    let clock = VirtualClock()
    let body = [UInt8](repeating: 7, count: 4 << 20)
    try await TestServer.serving(loopCount: 2, clock: clock) { _, request in
      // One response is longer than all buffers, the other fits into the kernel's.
      Response(.ok, body: .bytes(request.path == "/long" ? body[...] : body.prefix(100_000)))
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
        // No socket holds more than the limit, the bytes in transit and one segment.
        #expect(most > 50_000, "\(most)")
        #expect(most < 8 * Int(Listener.unsentBytesMax))
        // All timeouts pass, whichever of them ends a connection.
        try await eventually {
          try await clock.advance(by: .seconds(10))
          return server.server.connectionCount == 0
            && KernelSockets.unsentBytes(of: port).allSatisfy { $0 == 0 }
        }
        for reader in readers { reader.close() }
      }
    }
  }

  @Test func resetsTheCostliestStalledConnectionsBeyondTheQuota() async throws {
    let limits = ServerLimits.with {
      $0.unsentBytesPerAddressMax = 4 * Int(Listener.unsentBytesMax)
      $0.unsentBytesMax = $0.unsentBytesPerAddressMax
    }
    let bytesMax = limits.unsentBytesMax
    let body = [UInt8](repeating: 7, count: 8 << 20)
    try await TestServer.serving(limits: limits) { _, _ in
      Response(.ok, body: .bytes(body))
    } _: { server in
      try await server.withClients { clients in
        var readers: [TestClient] = []
        for _ in 0..<30 {
          let client = try await clients.connect()
          try await client.send(get("/"))
          readers.append(client)
        }
        // Each connection is reset long before its write timeout.
        try await eventually { server.server.connectionCount < 30 }
        try await eventually { server.heldUnsentBytes <= bytesMax }
        for reader in readers { reader.close() }
      }
      try await eventually { server.heldUnsentBytes == 0 }
    }
  }
}

extension TestServer {
  /// The counted bytes of request bodies and HTTP/2 requests.
  var heldRequestBytes: Int { server.environment.requestMemory.heldBytes }

  /// The counted bytes of stalled connections.
  fileprivate var heldUnsentBytes: Int { server.environment.unsent.heldBytes }
}

/// The kernel's own list of TCP sockets (proc(5), /proc/net/tcp).
private enum KernelSockets {
  /// Returns the unacknowledged bytes of each socket at a local port, sent or not.
  static func unsentBytes(of port: UInt16) -> [Int] {
    // A file of proc(5) reports a size of zero, so it must be read to its end.
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap {
      FileHandle(forReadingAtPath: $0)?.readDataToEndOfFile()
    }.map { String(decoding: $0, as: UTF8.self) }
    return tables.joined(separator: "\n").split(separator: "\n").compactMap {
      let columns = $0.split(separator: " ")
      guard columns.count > 4, columns[1].hasSuffix(":" + hexadecimal(port)) else { return nil }
      // 0A is LISTEN, whose columns have another meaning.
      guard columns[3] != "0A" else { return nil }
      return Int(columns[4].prefix { $0 != ":" }, radix: 16)
    }
  }

  private static func hexadecimal(_ port: UInt16) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
