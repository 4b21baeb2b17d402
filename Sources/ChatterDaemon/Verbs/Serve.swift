import ChatterServer
import EventLoop
import HTTP
import Postgres
import Program
import Sockets
import TLS
import WebServer

/// `chatterd serve`: starts the components, serves until a stop signal, and stops them.
///
/// Steps that need privileges come first: reading the key and binding the ports. The privileges are
/// given up afterwards.
struct Serve {
  /// Descriptors for everything except connections: listeners, loops, the database, the log.
  private static let descriptorsReserved = 128

  let configuration: Configuration
  let log: Log

  func run() async -> ExitCode {
    for warning in configuration.warnings {
      log.warning("configuration", ["warning": "\(warning)"])
    }
    do {
      try await serve()
      log.notice("stopped")
      return .success
    } catch let error as VerbError {
      log.error("cannot serve", ["reason": "\(error)"])
      return error.exitCode
    } catch {
      log.error("cannot serve", ["reason": "\(error)"])
      return .internal
    }
  }

  private func serve() async throws {
    checkDescriptors()
    let signals = try Signals()
    let user = try ServiceUser(
      dataDirectory: configuration.dataDirectory, database: configuration.database.choice)
    let certificate = try ServerCertificate(configuration, log: log)
    let ports = try bind()
    let clip = try SampleClip.install(beside: configuration)
    try giveUpPrivileges(user)
    let loops = try (1...configuration.loops).map { try EventLoop(name: "loop \($0)") }
    try await withTaskExecutorPreference(loops[0]) {
      try await serve(on: loops, ports, certificate, signals, clip: clip)
    }
  }

  /// Serves, as a task of the first loop.
  private func serve(
    on loops: [EventLoop], _ ports: BoundPorts, _ certificate: ServerCertificate,
    _ signals: Signals, clip: String
  ) async throws {
    let step = InterruptibleStep(signals: signals, loop: loops[0], log: log)
    let start = { @Sendable [configuration, log] in
      try await Database.start(
        configuration.database, storage: configuration.storage,
        connections: configuration.databaseConnections, on: loops[0], log: log)
    }
    guard let database = try await step.run(start, undo: { $0.stop() }) else { return }
    defer { database.stop() }
    let migrate = { @Sendable [configuration, log] in
      try await database.check(configuration.databaseConnections, on: loops[0], log: log)
      return try await database.migrate(on: loops[0])
    }
    guard let applied = try await step.run(migrate) else { return }
    if !applied.isEmpty { log.notice("migrated", ["files": "\(applied.joined(separator: ", "))"]) }

    let app = ServerApp(configuration, database: database, log: log, on: loops[0])
    let server = try await listen(on: ports, loops, certificate, app)
    announce(server.addresses, certificate, database, clip: clip)
    let stop = StopSignal(signals, on: loops[0], certificate: certificate, log: log)
    await stop.serve(server)
    await app.close()
  }

  private func checkDescriptors() {
    let limit = DescriptorLimit.raise()
    let wanted = configuration.limits.connectionsMax + Self.descriptorsReserved
    guard limit < wanted else { return }
    log.warning(
      "too few file descriptors for --connections-max: raise the limit (LimitNOFILE, ulimit -n)",
      ["limit": .integer(limit), "wanted": .integer(wanted)])
  }

  /// Binds the listen addresses for every loop.
  private func bind() throws -> BoundPorts {
    var addresses: [SocketAddress] = []
    do throws(SocketError) {
      for listen in configuration.listen {
        addresses += try SocketAddress.resolve(host: listen.host, port: listen.port)
      }
    } catch {
      throw VerbError.configuration("--listen: \(error)")
    }
    do throws(SocketError) {
      return try BoundPorts(addresses, loopCount: configuration.loops)
    } catch {
      throw Self.verbError(error)
    }
  }

  private func listen(
    on ports: BoundPorts, _ loops: [EventLoop], _ certificate: ServerCertificate, _ app: ServerApp
  ) async throws -> HTTPServer {
    do {
      return try await HTTPServer(
        listeningOn: ports, loops: loops, contexts: certificate.contexts,
        limits: ServerLimits(configuration), proxies: configuration.proxies,
        observe: app.observe, refusal: Problem.response, makeHandler: app.makeHandler)
    } catch let error as SocketError {
      throw Self.verbError(error)
    }
  }

  private static func verbError(_ error: SocketError) -> VerbError {
    switch error {
    case .addressInUse, .exhausted: .temporary("\(error)")
    default: .configuration("\(error)")
    }
  }

  /// Gives up privileges before the first thread starts: the kernel keeps them per thread, and new
  /// threads inherit them.
  private func giveUpPrivileges(_ user: ServiceUser?) throws {
    do {
      try ProcessPrivileges.forbidGainsAndDumps()
      let own = configuration.certificate
      try user?.become(keeping: own.isOwn ? [own.certificate, own.privateKey] : [], log: log)
      try ProcessPrivileges.dropCapabilities()
    } catch let error as ProcessPrivileges.Failure {
      throw VerbError.configuration("cannot drop privileges: \(error)")
    }
  }

  private func announce(
    _ addresses: [SocketAddress], _ certificate: ServerCertificate, _ database: Database,
    clip: String
  ) {
    let facts = StartupFacts(
      addresses: addresses.compactMap { ListenAddress("\($0)") },
      database: database.description, certificatePath: certificate.files.certificate,
      certificateUntil: certificate.untilText, certificateHosts: certificate.hosts,
      isSelfSigned: certificate.isSelfSigned,
      clipPath: clip)
    StandardStream.output.write(StartupText.lines(facts).joined(separator: "\n") + "\n")
    log.notice(
      "serving",
      [
        "addresses": "\(addresses.map(\.description).joined(separator: ", "))",
        "database": "\(database.description)", "certificate_until": "\(certificate.untilText)",
      ])
  }
}

extension ServerLimits {
  init(_ configuration: Configuration) {
    self.init()
    connectionsMax = configuration.limits.connectionsMax
    connectionsPerAddressMax = configuration.limits.connectionsPerAddressMax
    handshakeTimeout = configuration.timeouts.handshake
    headTimeout = configuration.timeouts.head
    bodyTimeout = configuration.timeouts.body
    idleTimeout = configuration.timeouts.idle
    shutdownTimeout = configuration.timeouts.shutdown
    request.headBytesMax = configuration.limits.headBytesMax
    request.targetBytesMax = min(request.targetBytesMax, configuration.limits.headBytesMax / 2)
    request.bodyBytesMax = configuration.limits.bodyBytesMax
    // Reads and discards a body slightly above the limit, so that its connection can be reused.
    request.drainBytesMax = 2 * configuration.limits.bodyBytesMax
    requestMemoryMax = max(
      configuration.limits.requestMemoryMax, Self.requestMemoryMin(forBodies: request.bodyBytesMax))
    http2.bodyBytesHeldMax = max(http2.bodyBytesHeldMax, http2.bodyBytesHeldMin(with: request))
    request.lingerBytesMax = max(request.lingerBytesMax, request.drainBytesMax)
  }
}
