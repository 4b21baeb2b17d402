import Glibc
import Sockets
import System
import TestSupport

@testable import TLS

/// The two ends of a real socket, each on its own loop.
enum StreamPair {
  /// Runs both sides and returns what they return.
  static func run<Server: Sendable, Client: Sendable>(
    server: @escaping @Sendable (SocketStream) async throws -> Server,
    client: @escaping @Sendable (SocketStream) async throws -> Client
  ) async throws -> (server: Server, client: Client) {
    var descriptors: [Int32] = [-1, -1]
    let kind = Int32(
      SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &descriptors) == 0 else {
      throw StreamError.reset
    }
    async let serverResult = onLoop(descriptors[0], server)
    async let clientResult = onLoop(descriptors[1], client)
    return (try await serverResult, try await clientResult)
  }

  private static func onLoop<Result: Sendable>(
    _ descriptor: Int32, _ body: @escaping @Sendable (SocketStream) async throws -> Result
  ) async throws -> Result {
    try await TestSupport.onLoop { loop in
      let stream = try SocketStream(
        FileDescriptor(owning: descriptor), peer: .loopback(), on: loop)
      defer { stream.close() }
      return try await body(stream)
    }
  }

  /// A deadline that no healthy test reaches.
  static var soon: Deadline { .after(hangTimeout) }

  /// Runs both sides over TLS with the shared certificate.
  static func overTLS<Server: Sendable, Client: Sendable>(
    server: @escaping @Sendable (TLSStream) async throws -> Server,
    client: @escaping @Sendable (TLSStream) async throws -> Client
  ) async throws -> (server: Server, client: Client) {
    let serverContext = try TestContexts.server(protocols: ["http/1.1"])
    let clientContext = try TestContexts.client(protocols: ["h2", "http/1.1"])
    return try await run {
      try await server(.accept(over: $0, context: serverContext, until: soon))
    } client: {
      try await client(
        .connect(over: $0, to: "chatter.test", context: clientContext, until: soon))
    }
  }
}
