import Arguments
import Chatter
import ChatterServer
import ChatterStore
import ChatterWeb
import Crypto
import PrivateCluster
import Sockets
import System
import TLS

/// `chatterd doctor`: examines everything that `serve` needs as the server finds it, and prints the
/// faults and their cures.
///
/// It starts and changes nothing. What cannot be examined is a fault itself and does not end the
/// run.
struct Doctor: VerbRun {
  /// Nil if the configuration is invalid.
  let configuration: Configuration?
  let file: ConfigurationCheck
  let environment: LaunchEnvironment
  let isJSON: Bool
  let isFilesOnly: Bool
  /// The unit that runs the server with this configuration; nil if there is none.
  let unit: ServiceUnit?
  private let network: NetworkCheck?

  /// Reads the configuration; becomes the user of the unit that runs a server with it, if this is
  /// root.
  ///
  /// - Parameters:
  ///   - unit: The unit of the package; nil if systemd has none.
  ///   - packaged: The file to examine if none is named.
  init(
    _ line: ParsedLine, _ given: LaunchEnvironment, unit: ServiceUnit? = nil,
    packaged: String? = nil
  ) throws(CommandError) {
    var environment = given
    var path = try ConfigurationCheck.values(line, environment).path(.config)
    let isServing = CommandTable.chatterd.options(of: .serve).contains { line.isGiven($0) }
    // Only its users see the file of the unit.
    if path == nil, !isServing, let packaged = unit?.configuration ?? packaged {
      environment.variables["CHATTERD_CONFIG"] = packaged
      path = packaged
    }
    let unit = unit.flatMap { $0.configuration == path ? $0 : nil }
    if unit != nil {
      // The unit does not have the variables of a shell.
      environment.variables = environment.variables.filter { ["HOME", "PATH"].contains($0.key) }
      environment.variables["CHATTERD_CONFIG"] = path
    }
    isFilesOnly = line.isGiven(.doctorFilesOnly)
    // Only root sees which program has a port.
    network = isFilesOnly ? nil : Self.network(line, environment, unit)
    try? unit?.become()
    var file = try ConfigurationCheck(line, environment)
    var configuration: Configuration?
    do throws(CommandError) {
      configuration = try Configuration(
        OptionValues(line, of: .chatterd, environment), environment)
    } catch {
      // The command line is not examined: a mistake in it is an error of usage.
      if error.isUsage { throw error }
      file.error = error
    }
    (self.configuration, self.file, self.environment) = (configuration, file, environment)
    (self.unit, isJSON) = (unit, line.isGiven(.doctorJSON))
  }

  private static func network(
    _ line: ParsedLine, _ environment: LaunchEnvironment, _ unit: ServiceUnit?
  ) -> NetworkCheck? {
    let values = try? OptionValues(line, of: .chatterd, environment)
    let configuration = values.flatMap { try? Configuration($0, environment) }
    return configuration.map { NetworkCheck($0, unit: unit) }
  }

  func run() async throws -> ExitCode {
    let loop = try EventLoop(name: "loop 1")
    defer { loop.stop() }
    let report = await report(on: loop)
    StandardStream.output.write(isJSON ? report.json : report.text)
    return report.exitCode
  }

  func report(on loop: EventLoop) async -> DoctorReport {
    guard let configuration else { return DoctorReport(file.faults, examined: ["configuration"]) }
    let now = BackupRecord.now
    let certificate = CertificateCheck(
      configuration, machine: SocketAddress.ofThisMachine().map(\.hostText),
      now: now.microsecondsSince1970 / 1_000_000)
    let external = ExternalCheck(configuration: configuration)
    let options = OptionsCheck(
      configuration: configuration, cores: environment.cores, anchor: certificate.anchor?.kind)
    let faults = file.faults + certificate.faults + external.fileFaults + options.faults
    let examined = ["configuration", "certificate and keys", "files of options", "options"]
    if isFilesOnly {
      // What a server starts with prevents no reload: clients may accept such a certificate.
      let pair: Set<FaultKind> = [
        .certificateMissing, .certificateUnreadable, .certificateNotPEM, .certificateMalformed,
        .keyMissing, .keyUnreadable, .keyMalformed, .keyMismatch,
      ]
      let refused = faults.filter { fault in
        !certificate.faults.contains(fault) || pair.contains(fault.kind)
      }
      return DoctorReport(refused, examined: examined)
    }
    let directory = DataDirectoryCheck(configuration)
    let database = await DatabaseCheck(configuration, cluster: directory?.cluster, on: loop)
    let backup = BackupCheck(
      record: configuration.dataDirectory.map { BackupRecord(in: $0) } ?? BackupRecord(), now: now)
    let others =
      (network?.faults ?? []) + (directory?.faults ?? []) + database.faults + backup.faults
      + ProcessCheck(configuration, environment.variables, unit: unit).faults
      + (await external.serverFaults())
    return DoctorReport(
      faults + others,
      examined: examined + [
        "ports", "data directory", database.title, "limits of processes", "other servers",
        "last backup",
      ],
      facts: facts(configuration, certificate, directory, database, backup))
  }

  /// What an operator likes to see, beside the faults.
  private func facts(
    _ configuration: Configuration, _ certificate: CertificateCheck,
    _ directory: DataDirectoryCheck?, _ database: DatabaseCheck, _ backup: BackupCheck
  ) -> [DoctorReport.Fact] {
    let listen =
      unit.map { $0.listen.joined(separator: ", ") + " (systemd)" }
      ?? configuration.listen.map(\.description).joined(separator: ", ")
    var facts: [DoctorReport.Fact] = [
      ("version", CommandTable.version),
      ("options", file.path ?? "of the command line and the environment"),
      ("server", unit.map { "\(ServiceUnit.name) as user \($0.user)" } ?? "started by hand"),
      ("listens on", listen),
    ]
    if case .success(let chain) = certificate.chain {
      let hosts = (chain[0].names + chain[0].addresses).joined(separator: ", ")
      facts.append(("certificate", "until \(chain[0].lastDay), for \(hosts)"))
    }
    if let directory, let space = directory.space {
      let (free, total) = (space.freeBytes, space.totalBytes)
      facts.append(
        (
          "disk",
          "\(ByteCount.rounded(free)) of \(ByteCount.rounded(total)) free for \(directory.path)"
        ))
    }
    facts.append(("database", "\(configuration.database.choice)\(database.version)"))
    facts.append(("last backup", backup.fact))
    return facts
  }

  /// The warnings and errors that `serve` does not report otherwise, for its log.
  ///
  /// The checks are those that take no time; the start itself reports what prevents it.
  static func startFaults(_ configuration: Configuration) -> [Fault] {
    let certificate = CertificateCheck(
      configuration, machine: [], now: Int64(WallClock.secondsSince1970))
    let directory = DataDirectoryCheck(configuration, inspects: false)
    let options = OptionsCheck(
      configuration: configuration, cores: configuration.loops, anchor: certificate.anchor?.kind)
    let reported: [FaultKind] = [.certificateExpired, .certificateExpiresSoon, .optionRisky]
    let faults =
      certificate.faults + (directory?.startFaults ?? [])
      + ProcessCheck(configuration, [:]).faults + options.faults
    return faults.filter { $0.severity != .notice && !reported.contains($0.kind) }
  }
}

struct DoctorReport: Sendable {
  /// The faults, the worst first.
  let faults: [Fault]
  /// What was examined, in short: texts without quotes.
  let examined: [String]
  let facts: [Fact]

  typealias Fact = (name: String, text: String)
  private static let nameColumns = 13

  init(_ faults: [Fault], examined: [String], facts: [Fact] = []) {
    var unique: [Fault] = []
    for fault in faults where !unique.contains(fault) { unique.append(fault) }
    self.faults = FaultSeverity.allCases.flatMap { severity in
      unique.filter { $0.severity == severity }
    }
    self.examined = examined
    self.facts = facts
  }

  /// The exit code: success with notices only.
  var exitCode: ExitCode {
    switch faults.first?.severity {
    case .error: .doctorErrors
    case .warning: .doctorWarnings
    case .notice, nil: .success
    }
  }

  /// One block for each fault, and their count.
  var text: String {
    let blocks = faults.map { fault in
      (["\(fault.severity.rawValue): \(fault.kind.rawValue)"]
        + CommandTable.wrapped(fault.problem, indent: 2)
        // One line, so that a command in it can be copied.
        + ["  Cure: " + fault.cure]).joined(separator: "\n") + "\n"
    }
    let lines = facts.map { fact in
      fact.name + String(repeating: " ", count: max(1, Self.nameColumns - fact.name.count))
        + LogFormat.printable(fact.text)
    }
    let examined = CommandTable.wrapped("Examined: " + self.examined.joined(separator: ", "))
    return
      (blocks + [((lines.isEmpty ? examined : lines) + [count]).joined(separator: "\n") + "\n"])
      .joined(separator: "\n")
  }

  /// `1 error, 2 warnings, no notices`, or `no faults found`.
  private var count: String {
    guard !faults.isEmpty else { return "no faults found" }
    return FaultSeverity.allCases.map { severity in
      let count = faults.count { $0.severity == severity }
      return "\(count == 0 ? "no" : "\(count)") \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }

  /// One JSON object: `version`, `examined`, `facts` and `findings`, each of which has `name`,
  /// `severity`, `problem` and `cure`.
  var json: String {
    let examined = examined.map { "\"\($0)\"" }.joined(separator: ",")
    let findings = faults.map { fault in
      JSONWriter.object([
        "name": .text(fault.kind.rawValue), "severity": .text(fault.severity.rawValue),
        "problem": .text(fault.problem), "cure": .text(fault.cure),
      ])
    }
    let list = findings.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    let facts = self.facts.map { fact in
      let pair = JSONWriter.object([
        fact.name.replacing(" ", with: "_"): .text(fact.text)
      ])
      return String(decoding: pair.dropFirst().dropLast(), as: UTF8.self)
    }.joined(separator: ",")
    return #"{"version":"\#(CommandTable.version)","examined":[\#(examined)],"#
      + #""facts":{\#(facts)},"findings":[\#(list)]}"# + "\n"
  }
}

/// Options that contradict each other or the machine.
struct OptionsCheck: Sendable {
  var configuration: Configuration
  var cores = 1
  /// What devices must trust before they accept the certificate; nil if they do already.
  var anchor: TrustAnchor.Kind?

  @FaultList var faults: [Fault] {
    configuration.risks.map { Fault(.optionRisky, ["reason": $0]) }
    if configuration.loops > cores {
      Fault(.loopsOverCores, ["loops": "\(configuration.loops)", "cores": "\(cores)"])
    }
    if configuration.retention.bytesMax == nil, configuration.retention.whenFull != .deleteOldest {
      Fault(.fullWithoutLimit)
    }
    if let prefix = configuration.proxies.first(where: { $0.description.hasSuffix("/0") }) {
      Fault(.proxiesEverywhere, ["prefix": "\(prefix)"])
    }
    if configuration.service.rateLimiter == nil, !configuration.listen.allSatisfy(\.isLoopback) {
      Fault(.rateUnlimited)
    }
    if configuration.service.strictTransportSecurity != nil, anchor != nil {
      Fault(.strictTransportUntrusted)
    }
    if configuration.service.crossOrigin.permits("null") { Fault(.nullOrigin) }
  }
}
