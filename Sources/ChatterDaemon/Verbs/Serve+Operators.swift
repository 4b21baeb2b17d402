import ChatterServer
import CommandLine
import EventLoop
import HTTP
import Program
import Sockets
import WebServer

extension Serve {
  /// Creates the operators' listener.
  func admin(
    _ ports: BoundPorts, _ password: AdminPassword, _ server: HTTPServer, _ app: ServerApp,
    _ certificate: ServerCertificate, on loop: EventLoop
  ) async throws -> AdminServer {
    let (configuration, log) = (configuration, log)
    let metrics = { @Sendable () async -> [Metric] in
      var figures = ServerFigures()
      figures.version = CommandTable.version
      figures.connections = .init(server, openMax: configuration.server.connectionsMax)
      figures.connections.idle = await server.idleConnectionCount
      await app.fill(&figures)
      figures.certificateEnd = certificate.notAfter
      figures.droppedLogLines = log.droppedCount
      figures.process = ProcessFigures.read()
      return MetricReport.metrics(app.metrics.counts, figures)
    }
    let text = EffectiveOption.json(configuration.effective)
    let wrongPasswords = RateLimiter(postsPerSecond: 1)
    return try await AdminServer(ports, on: loop) { _ in
      AdminApp(
        password: password, host: configuration.admin?.host ?? "localhost",
        wrongPasswords: wrongPasswords, counts: app.metrics, metrics: metrics,
        service: app.operatorHandler, configuration: text, log: log)
    }
  }

  /// Reads or creates the password of the operators' page, if there is one.
  func adminPassword() throws -> AdminPassword? {
    guard configuration.admin != nil else { return nil }
    guard let directory = configuration.dataDirectory else { throw Configuration.homeUnknown }
    return try AdminPassword(in: directory)
  }
}
