import ChatterServer
import EventLoop
import HTTP
import Sockets
import WebServer

/// The operators' listener: plain HTTP on the first loop, beside the server.
struct AdminServer {
  /// Enough for monitoring and some pages.
  private static let (connectionsMax, connectionsPerAddressMax) = (64, 16)
  /// So that silent connections do not take the place of others for long.
  private static let silenceMax = Duration.seconds(5)

  private let server: HTTPServer

  /// Listens at ports that are bound already.
  init(
    _ ports: BoundPorts, on loop: EventLoop,
    makeApp: @escaping @Sendable (EventLoop) -> AdminApp
  ) async throws {
    server = try await HTTPServer(
      listeningOn: ports, loops: [loop], contexts: nil, limits: Self.limits,
      observe: { _ in }, refusal: Problem.response,
      makeHandler: { loop in
        let app = LoopBound(makeApp(loop), on: loop)
        return { await app.value.respond(to: $0) }
      })
  }

  var addresses: [SocketAddress] { server.addresses }

  /// Serves until the task is cancelled.
  func run() async {
    let (stopped, stopping) = AsyncStream<Void>.makeStream()
    await withTaskCancellationHandler {
      await server.run { for await _ in stopped {} }
    } onCancel: {
      stopping.finish()
    }
  }

  private static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connectionsMax = connectionsMax
    limits.connectionsPerAddressMax = connectionsPerAddressMax
    limits.idleTimeout = silenceMax
    limits.headTimeout = silenceMax
    limits.shutdownTimeout = .seconds(1)
    return limits
  }
}
