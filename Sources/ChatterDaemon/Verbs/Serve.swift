import ChatterServer
import ChatterWeb
import Crypto
import Sockets
import System
import TLS
import WebServer

/// `chatterd serve`: starts the components, serves until a stop signal, and stops them.
///
/// Steps that need privileges come first: reading the key and binding the ports. The privileges are
/// given up afterwards.
struct Serve: VerbRun {
  /// Descriptors for everything except connections: listeners, loops, the database, the log.
  static let descriptorsReserved = 128

  let configuration: Configuration

  var log: Log { configuration.log }

  func run() async -> ExitCode {
    for warning in configuration.warnings {
      log.write(.warning, "configuration", ["warning": "\(warning)"])
    }
    do {
      try await serve()
      log.write(.notice, "stopped")
      return .success
    } catch {
      let error = VerbError(error, in: "\(configuration.database.choice)") ?? error
      log.write(.error, "cannot serve", ["reason": "\(error)"])
      configuration.supervisor?.notify(.status("cannot serve: \(error)"))
      return ExitCode(error)
    }
  }

  private func serve() async throws {
    _ = DescriptorLimit.raise()
    let signals = try Signals()
    let user = try ServiceUser(
      dataDirectory: configuration.dataDirectory, database: configuration.database.choice)
    let files = ownFiles.map { ($0, !FilePresence.exists($0)) }
    let certificate = try ServerCertificate(configuration, log: log)
    let ports = try bind()
    let adminPorts = try configuration.admin.map { try bind([$0], "--admin", loopCount: 1) }
    let password = try adminPassword()
    reportFaults()
    let clip = SampleClip.install(beside: configuration)
    try giveUpPrivileges(user, keeping: Dictionary(files) { first, _ in first })
    let loops = try (1...configuration.loops).map { try EventLoop(name: "loop \($0)") }
    try await withTaskExecutorPreference(loops[0]) {
      try await serve(on: loops, ports, certificate, signals, clip: clip) { server, app in
        guard let adminPorts, let password else { return nil }
        return try await admin(adminPorts, password, server, app, certificate, on: loops[0])
      }
    }
  }

  private func serve(
    on loops: [EventLoop], _ ports: BoundPorts, _ certificate: ServerCertificate,
    _ signals: Signals, clip: String,
    makeAdmin: (HTTPServer, ServerApp) async throws -> HTTPServer?
  ) async throws {
    let step = InterruptibleStep(signals: signals, loop: loops[0], log: log)
    let start = { @Sendable [configuration, log] in
      try await Database.start(
        configuration.database, connections: configuration.databaseConnections,
        diskReserveBytes: configuration.diskReserveBytes, on: loops[0], log: log)
    }
    guard let database = try await step.run(start, undo: { $0.stop() }) else { return }
    defer { database.stop() }
    let migrate = { @Sendable [configuration, log] in
      try await database.check(configuration.databaseConnections, on: loops[0], log: log)
      return try await database.migrate(on: loops[0])
    }
    guard let applied = try await step.run(migrate) else { return }
    if !applied.isEmpty {
      log.write(.notice, "migrated", ["files": "\(applied.joined(separator: ", "))"])
    }

    let externalChecks = try ExternalChecks(
      configuration.externalChecks, version: configuration.service.version, on: loops[0], log: log)
    let app = try await ServerApp(
      configuration, database: database, externalChecks: externalChecks, on: loops)
    let server = try await HTTPServer(
      listeningOn: ports, loops: loops, contexts: certificate.contexts,
      limits: configuration.server, proxies: configuration.proxies, observe: app.reports.observe,
      refusal: Problem.response, makeHandler: app.handler)
    let admin = try await makeAdmin(server, app)
    announce(server.addresses, certificate, database, clip: clip)
    if let admin {
      log.write(
        .notice, "serving operators",
        ["at": "\(admin.addresses.map(\.description).joined(separator: ", "))"])
    }
    let watchdog = Watchdog(configuration.supervisor)
    let beside = Task(executorPreference: loops[0]) {
      await withDiscardingTaskGroup { group in
        group.addTask(executorPreference: loops[0]) { await admin?.run() }
        group.addTask(executorPreference: loops[0]) { await watchdog?.run(on: loops) }
        group.addTask(executorPreference: loops[0]) { await certificate.keep(on: loops[0]) }
      }
    }
    let reload = { @Sendable [configuration, log] in
      log.reload(configuration.readAgain)
      externalChecks.reload()
      await certificate.reloadAndCheck()
    }
    await serve(server, app, signals, on: loops[0], reload: reload)
    beside.cancel()
    await beside.value
    await app.close()
  }

  /// Logs what doctor finds without effort, so that an operator need not think of it.
  private func reportFaults() {
    for fault in Doctor.startFaults(configuration) {
      log.write(
        fault.severity == .error ? .error : .warning, "fault",
        [
          "name": "\(fault.kind.rawValue)", "problem": "\(fault.problem)", "cure": "\(fault.cure)",
        ])
    }
  }

  private func bind() throws -> BoundPorts {
    if let inherited = configuration.inheritedSockets {
      return try BoundPorts(inherited: inherited.numbers, loopCount: configuration.loops)
    }
    return try bind(configuration.listen, "--listen", loopCount: configuration.loops)
  }

  private func bind(
    _ wanted: [ListenAddress], _ flag: String, loopCount: Int
  ) throws -> BoundPorts {
    var addresses: [SocketAddress] = []
    do throws(SocketError) {
      for listen in wanted {
        addresses += try SocketAddress.resolve(host: listen.host, port: listen.port)
      }
    } catch {
      throw VerbError.configuration("\(flag): \(error)")
    }
    return try BoundPorts(addresses, loopCount: loopCount)
  }

  /// The files that the server creates if they are missing, and reads again later.
  private var ownFiles: [String] {
    let files = configuration.certificate.files
    let password =
      configuration.admin == nil ? nil : configuration.dataDirectory.map(AdminPassword.path)
    return (configuration.certificate.isOwn ? [files.certificate, files.privateKey] : [])
      + [password].compactMap(\.self)
  }

  /// Gives up privileges before the first thread starts: the kernel keeps them per thread, and new
  /// threads inherit them.
  ///
  /// - Parameter files: The files that are read again, and whether they are new.
  private func giveUpPrivileges(_ user: ServiceUser?, keeping files: [String: Bool]) throws {
    do {
      try ProcessPrivileges.forbidGainsAndDumps()
      try user?.become(keeping: files, log: log)
      try ProcessPrivileges.dropCapabilities()
    } catch let error as ProcessPrivileges.Failure {
      throw VerbError.configuration("cannot drop privileges: \(error)")
    }
  }

  private func announce(
    _ addresses: [SocketAddress], _ certificate: ServerCertificate, _ database: Database,
    clip: String
  ) {
    let listen = addresses.compactMap { ListenAddress("\($0)") }
    let current = certificate.current
    let web =
      configuration.publicAddress ?? WebAddress(certificateHosts: current.hosts, listen: listen)
    configuration.trust.show(address: web.url)
    let facts = StartupFacts(
      addresses: listen,
      database: database.description, files: certificate.files,
      certificateUntil: current.certificate.lastDay, certificateHosts: current.hosts,
      certificateFingerprint: current.certificate.fingerprintText,
      anchor: current.anchor.map { ($0.kind, $0.certificate.fingerprintText) }, clipPath: clip,
      web: configuration.hasWebSite ? web : nil,
      isTerminal: StandardStream.output.isTerminal,
      postingNeedsToken: configuration.service.access.posting == .token,
      readingNeedsToken: configuration.service.access.reading == .token)
    // A log in JSON has nothing else.
    if log.format == .text {
      StandardStream.output.write(StartupText.lines(facts).joined(separator: "\n") + "\n")
    }
    log.write(
      .notice, "serving",
      [
        "addresses": "\(addresses.map(\.description).joined(separator: ", "))",
        "database": "\(database.description)",
        "certificate_until": "\(current.certificate.lastDay)",
      ])
    configuration.supervisor?.notify(
      .ready, .status("serving on \(addresses.map(\.description).joined(separator: ", "))"))
  }
}

extension Serve {
  /// Serves until the server has stopped.
  ///
  /// SIGHUP reloads the certificate and the other files. SIGTERM and SIGINT start a graceful
  /// shutdown, and a second one of them stops immediately.
  func serve(
    _ server: HTTPServer, _ app: ServerApp, _ signals: Signals, on loop: EventLoop,
    reload: @escaping @Sendable () async -> Void
  ) async {
    let (stopped, stopping) = AsyncStream<Void>.makeStream()
    let serving = Task(executorPreference: loop) {
      await server.run { for await _ in stopped {} }
    }
    let (log, supervisor) = (log, configuration.supervisor)
    let listening = Task(executorPreference: loop) {
      var stopCount = 0
      while let signal = try? await signals.next(on: loop) {
        switch signal {
        case .hangUp:
          supervisor?.notify(.reloading)
          await reload()
          supervisor?.notify(.ready)
        case .terminate, .interrupt:
          stopCount += 1
          log.write(.notice, stopCount == 1 ? "stopping" : "stopping immediately")
          supervisor?.notify(.stopping, .status("stopping: completing the requests in progress"))
          // Event streams have no end of their own. Their clients continue elsewhere.
          app.feed.end()
          stopping.finish()
          if stopCount > 1 { serving.cancel() }
        }
      }
    }
    await serving.value
    listening.cancel()
    await listening.value
  }
}
