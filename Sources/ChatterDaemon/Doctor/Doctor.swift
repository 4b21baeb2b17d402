import Arguments
import Chatter
import ChatterServer
import ChatterStore
import ChatterWeb
import Sockets
import System
import TLS

/// `chatterd doctor`: examines everything that `serve` needs, and prints the faults and their
/// cures.
///
/// It starts and changes nothing. What cannot be examined is a fault itself and does not end the
/// run.
struct Doctor: VerbRun {
  /// Nil if the configuration is invalid.
  let configuration: Configuration?
  let file: ConfigurationCheck
  let environment: LaunchEnvironment
  let isJSON: Bool

  init(_ line: ParsedLine, _ environment: LaunchEnvironment) throws(CommandError) {
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
    isJSON = line.isGiven(.doctorJSON)
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
    let now = Int64(WallClock.secondsSince1970)
    let machine = SocketAddress.ofThisMachine().map(\.hostText)
    let certificate = CertificateCheck(configuration, machine: machine, now: now)
    let directory = DataDirectoryCheck(configuration)
    let database = await DatabaseCheck(configuration, cluster: directory?.cluster, on: loop)
    let options = OptionsCheck(
      configuration: configuration, cores: environment.cores, anchor: certificate.anchor?.kind)
    let faults =
      file.faults + certificate.faults + NetworkCheck(configuration).faults
      + (directory?.faults ?? []) + database.faults
      + ProcessCheck(configuration, environment.variables).faults + options.faults
    return DoctorReport(
      faults,
      examined: [
        "configuration", "certificate and keys", "ports", "data directory",
        database.title, "limits of processes", "options",
      ])
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
    let reported: [FaultKind] = [.certificateExpired, .certificateExpiresSoon]
    let faults =
      certificate.faults + (directory?.startFaults ?? [])
      + ProcessCheck(configuration, [:]).faults + options.faults
    return faults.filter { $0.severity != .notice && !reported.contains($0.kind) }
  }
}

struct DoctorReport: Sendable, Equatable {
  /// The faults, the worst first.
  let faults: [Fault]
  /// What was examined, in short: texts without quotes.
  let examined: [String]

  init(_ faults: [Fault], examined: [String]) {
    var unique: [Fault] = []
    for fault in faults where !unique.contains(fault) { unique.append(fault) }
    self.faults = FaultSeverity.allCases.flatMap { severity in
      unique.filter { $0.severity == severity }
    }
    self.examined = examined
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
      (["\(fault.severity.rawValue): \(fault.kind.name)"]
        + CommandTable.wrapped(fault.problem, indent: 2)
        // One line, so that a command in it can be copied.
        + ["  Cure: " + fault.cure]).joined(separator: "\n") + "\n"
    }
    let examined = CommandTable.wrapped("Examined: " + self.examined.joined(separator: ", "))
    return (blocks + [(examined + [count]).joined(separator: "\n") + "\n"])
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

  /// One JSON object: `version`, `examined` and `findings`, each with `name`, `severity`, `problem`
  /// and `cure`.
  var json: String {
    let examined = examined.map { "\"\($0)\"" }.joined(separator: ",")
    let findings = faults.map { fault in
      JSONWriter.object([
        "name": .text(fault.kind.name), "severity": .text(fault.severity.rawValue),
        "problem": .text(fault.problem), "cure": .text(fault.cure),
      ])
    }
    let list = findings.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    return #"{"version":"\#(CommandTable.version)","examined":[\#(examined)],"#
      + #""findings":[\#(list)]}"# + "\n"
  }
}

/// Options that contradict each other or the machine.
struct OptionsCheck: Sendable {
  var configuration: Configuration
  var cores = 1
  /// What devices must trust before they accept the certificate; nil if they do already.
  var anchor: TrustAnchor.Kind?

  @FaultList var faults: [Fault] {
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
