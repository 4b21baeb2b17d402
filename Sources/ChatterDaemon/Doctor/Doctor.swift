import CommandLine
import EventLoop
import Program
import Sockets
import TLS

/// `chatterd doctor`: examines everything that `serve` needs, and prints the faults and their
/// cures.
///
/// It starts and changes nothing. What cannot be examined is a fault itself and does not end the
/// run.
struct Doctor: Sendable {
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

  /// Examines and prints the report, and returns the exit code.
  func run() async throws -> ExitCode {
    let loop = try EventLoop(name: "loop 1")
    defer { loop.stop() }
    let report = await report(on: loop)
    StandardStream.output.write(isJSON ? report.json : report.text)
    return report.exitCode
  }

  /// Examines everything.
  func report(on loop: EventLoop) async -> DoctorReport {
    guard let configuration else { return DoctorReport(file.faults, examined: ["configuration"]) }
    let now = Int64(WallClock.secondsSince1970)
    let machine = SocketAddress.ofThisMachine().map(\.hostText)
    let certificate = CertificateCheck(configuration, machine: machine, now: now)
    let network = await NetworkCheck(configuration, machine: machine, now: now, on: loop)
    let directory = DataDirectoryCheck(configuration, isServed: network.isServed)
    let database = await DatabaseCheck(configuration, cluster: directory?.cluster, on: loop)
    let options = OptionsCheck(
      configuration: configuration, cores: environment.cores, space: directory?.space,
      issuer: certificate.issuer)
    let faults =
      file.faults + certificate.faults + network.faults + (directory?.faults ?? [])
      + database.faults + ProcessCheck(configuration, environment.variables).faults
      + options.faults
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
    let directory = DataDirectoryCheck(configuration, isServed: true, inspects: false)
    let options = OptionsCheck(
      configuration: configuration, cores: configuration.loops, space: directory?.space,
      issuer: certificate.issuer)
    let reported: [FaultKind] = [
      .certificateExpired, .certificateExpiresSoon, .descriptorsTooFew,
    ]
    let faults =
      certificate.faults + (directory?.startFaults ?? [])
      + ProcessCheck(configuration, [:]).faults + options.faults
    return faults.filter { $0.severity != .notice && !reported.contains($0.kind) }
  }
}

extension CertificateCheck {
  /// Who signed the certificate; nil if it cannot be read.
  var issuer: CertificateIssuer? {
    guard case .success(let chain) = chain else { return nil }
    return CertificateIssuer(of: chain, authorityPath: files.authority.certificate)
  }
}

extension DatabaseCheck {
  /// What was examined of the database.
  var title: String {
    switch state {
    case .notRunning: "database (its private cluster is not running)"
    case .unreachable, .failed: "database (not reached)"
    case .examined(let facts): "database (PostgreSQL \(facts.version / 10_000))"
    }
  }
}
