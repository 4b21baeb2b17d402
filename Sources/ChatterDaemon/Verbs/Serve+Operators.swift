import ChatterServer
import Crypto
import HTTP
import Sockets
import System
import TLS
import WebServer

extension Serve {
  /// Creates the operators' listener: plain HTTP on the first loop, beside the server.
  func admin(
    _ ports: BoundPorts, _ password: AdminPassword, _ server: HTTPServer, _ app: ServerApp,
    _ certificate: ServerCertificate, on loop: EventLoop
  ) async throws -> HTTPServer {
    let (configuration, log) = (configuration, log)
    let metrics = { @Sendable () async -> String in
      await MetricReport.text(
        app, server, certificateEnd: certificate.current.certificate.notAfter)
    }
    let wrongPasswords = RateLimiter(postsPerSecond: 1)
    return try await .forOperators(ports, on: loop) {
      AdminApp(
        password: password, host: configuration.admin?.host ?? "localhost",
        wrongPasswords: wrongPasswords, counts: app.reports.metrics, metrics: metrics,
        service: app.operatorHandler, configuration: configuration.effective, log: log)
    }
  }

  /// Reads or creates the password of the operators' page, if there is one.
  func adminPassword() throws -> AdminPassword? {
    guard configuration.admin != nil else { return nil }
    guard let directory = configuration.dataDirectory else { throw Configuration.homeUnknown }
    return try AdminPassword(in: directory)
  }
}

extension HTTPServer {
  /// Listens for operators at ports that are bound already.
  static func forOperators(
    _ ports: BoundPorts, on loop: EventLoop, makeApp: @escaping @Sendable () -> AdminApp
  ) async throws -> HTTPServer {
    try await HTTPServer(
      listeningOn: ports, loops: [loop], contexts: nil, limits: .ofOperators, observe: { _ in },
      refusal: Problem.response,
      makeHandler: { loop in
        let app = LoopBound(makeApp(), on: loop)
        return { await app.value.respond(to: $0) }
      })
  }

  /// Serves until the task is cancelled.
  func run() async {
    let (endless, continuation) = AsyncStream<Void>.makeStream()
    await run { for await _ in endless {} }
    continuation.finish()
  }
}

extension ServerLimits {
  /// Enough for monitoring and some pages; silent connections do not take the place of others.
  fileprivate static var ofOperators: ServerLimits {
    var limits = ServerLimits()
    (limits.connectionsMax, limits.connectionsPerAddressMax) = (64, 16)
    (limits.idleTimeout, limits.headTimeout) = (.seconds(5), .seconds(5))
    limits.shutdownTimeout = .seconds(1)
    return limits
  }
}
