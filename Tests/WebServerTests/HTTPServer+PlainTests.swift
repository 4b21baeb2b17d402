import HTTP
import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct HTTPServerPlainTests {
  @Test func respondsWithoutTLSAndKeepsTheConnection() async throws {
    try await TestServer.serving(isPlain: true) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        for path in ["/one", "/two"] {
          try await socket.write(Array(get(path).utf8)[...], until: .after(.seconds(60)))
          var bytes: [UInt8] = []
          while !String(decoding: bytes, as: UTF8.self).hasSuffix(path) {
            let count = try await socket.read(
              into: &bytes, atMost: 4096, until: .after(.seconds(60)))
            guard count > 0 else { break }
          }
          #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        socket.close()
      }
      #expect(server.events.handshakes.isEmpty && server.events.handshakeFailures.isEmpty)
      #expect(server.events.accessRecords.map(\.path) == ["/one", "/two"])
    }
  }

  @Test func refusesATLSHandshakeAsAnInvalidRequest() async throws {
    try await TestServer.serving(isPlain: true) { server in
      try await server.withClients { clients in
        await #expect(throws: StreamError.self) { _ = try await clients.connect() }
      }
      try await eventually { server.events.accessRecords.map(\.status) == [400] }
    }
  }
}
