import Arguments
import Crypto
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct DoctorTests {
  private func doctor(_ line: String, _ environment: LaunchEnvironment = .fixture()) throws
    -> Doctor
  {
    try verb("doctor " + line, environment)
  }

  @Test func takesTheOptionsOfServe() throws {
    let doctor = try doctor("--listen 127.0.0.1:1 --json")
    #expect(doctor.isJSON && doctor.configuration?.listen.map(\.port) == [1])
    #expect(try !self.doctor("").isJSON)
  }

  @Test func examinesTheMachineAndChangesNothing() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "data")
    let doctor = try doctor(
      "--data-dir \(path) --listen 127.0.0.1:0 --database host=/nowhere --connections-max 10")
    let loop = try EventLoop(name: "doctor")
    defer { loop.stop() }
    let report = await doctor.report(on: loop)
    #expect(report.faults.first?.kind == .databaseAway)
    #expect(report.exitCode == .doctorErrors)
    #expect(report.examined.contains("database (not reached)"))
    #expect(!FilePresence.exists(path))
  }

  @Test func reportsAnInvalidFileAlone() async throws {
    let environment = LaunchEnvironment.fixture(files: ["/c": "lisen = 1\n"])
    let doctor = try doctor("--config /c", environment)
    let loop = try EventLoop(name: "doctor")
    defer { loop.stop() }
    let report = await doctor.report(on: loop)
    #expect(report.faults.map(\.kind) == [.configurationUnknownKey])
  }

  @Test func givesServeOnlyWhatItDoesNotReportItself() throws {
    let directory = try TemporaryDirectory()
    let options =
      "--data-dir \(directory.path) --database a=b --connections-max 10 "
      + "--list-memory-max 0 --request-memory-max 1MiB --body-bytes-max 64KiB"
    #expect(Doctor.startFaults(try serve(options)) == [])
    let proxies = try serve(options + " --proxy-protocol-from ::/0 --cors-origin null")
    #expect(Doctor.startFaults(proxies).map(\.kind) == [.proxiesEverywhere])
  }

  /// What is wrong with an option beside a value that no option has; `DIR` has a certificate.
  private static let mistakes: [String: (lines: String, kind: FaultKind)] = [
    "admin": ("admin = 0.0.0.0:9464", .optionRisky),
    "blocked": ("blocked = DIR/none", .optionFileInvalid),
    "certificate": ("certificate = /dev/null\nprivate-key = /dev/null", .certificateUnreadable),
    "config": ("lisen = 1", .configurationUnknownKey),
    "cors-origin": ("cors-origin = null", .nullOrigin),
    "data-dir": ("data-dir = /dev/null", .dataDirectoryNotDirectory),
    "database": ("database = host=/nowhere", .databaseAway),
    "disk-reserve": ("database = private\ndisk-reserve = 1048576GiB", .diskBelowReserve),
    "hsts": ("hsts = 1d", .strictTransportUntrusted),
    "jwks": ("jwks = DIR/none\ntoken-issuer = a\ntoken-audience = b", .optionFileInvalid),
    "listen": ("listen = 192.0.2.77:1", .listenAddressForeign),
    "loops": ("loops = 64", .loopsOverCores),
    "post-webhook": ("post-webhook = http://127.0.0.1:1/", .webhookUnavailable),
    "private-key": ("certificate = DIR/chatterd.crt\nprivate-key = DIR/none", .keyMissing),
    "proxy-protocol-from": ("proxy-protocol-from = ::/0", .proxiesEverywhere),
    "rate-limit": ("rate-limit = 0", .rateUnlimited),
    "timeline-full": ("timeline-full = refuse", .fullWithoutLimit),
    "token-audience": ("token-audience = a", .configurationInvalid),
    "token-claim": ("jwks = /k\ntoken-claim = a", .configurationInvalid),
    "token-issuer": ("token-issuer = a", .configurationInvalid),
  ]

  @Test(arguments: CommandTable.chatterd.options(of: .serve).map(\.name))
  func findsAMistakeInEachOption(name: String) async throws {
    let directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(
      certificate: directory.path(of: "chatterd.crt"),
      privateKey: directory.path(of: "chatterd.key"))
    let authority = CertifiedKeyFiles(
      certificate: directory.path(of: "chatterd-ca.crt"),
      privateKey: directory.path(of: "chatterd-ca.key"))
    try IssuedKey(.ofThisMachine(), reusing: authority).write(to: files, authority: authority)
    let (lines, kind) = Self.mistakes[name] ?? ("\(name) = no such value", .configurationInvalid)
    let text = lines.replacing("DIR", with: directory.path)
    let given = lines.contains("data-dir") ? "" : "data-dir = \(directory.path)\n"
    let doctor = try doctor(
      "--config /c", .fixture(files: ["/c": given + text + "\n"]))
    let loop = try EventLoop(name: "doctor")
    defer { loop.stop() }
    let report = await doctor.report(on: loop)
    #expect(report.faults.map(\.kind).contains(kind), "\(report.faults)")
  }

  @Test(
    arguments: [
      "lisen = 1", "listen", "listen = a:b:c", "listen = :99999", "admin = x:y", "loops = 0",
      "loops = many", "database = chatts", "database-wait = soon", "rate-limit = -1",
      "body-bytes-max = 1XB", "timeline-age-max = 1s", "timeline-full = stop", "hsts = yes",
      "cors-origin = https://a.example/x", "proxy-protocol-from = 1.2.3.4/33", "jwks = /k",
      "token-issuer = a", "post-webhook = ftp://a/", "log-format = xml", "posting = everybody",
      "list-shape = triangle", "web = perhaps", "= 7",
    ])
  func namesTheLineOfAWrongConfiguration(line: String) throws {
    let environment = LaunchEnvironment.fixture(
      files: ["/c": "# a comment\n\n\(line)\n", "/k": "{}"])
    let doctor = try doctor("--config /c --files-only", environment)
    #expect(doctor.configuration == nil)
    let fault = try #require(doctor.file.faults.first)
    #expect(fault.severity == .error && fault.problem.contains("/c:3"), "\(fault)")
  }

  @Test func examinesTheFileOfThePackageIfNoneIsNamed() async throws {
    let unit = try #require(
      ServiceUnit(
        """
        Id=chatterd.service
        LoadState=loaded
        User=nobody-here
        ExecStart={ argv[]=/usr/bin/chatterd serve --config /p.conf ; }
        """))
    let environment = LaunchEnvironment.fixture(
      ["PGHOST": "/nowhere", "CHATTERD_HSTS": "soon"],
      files: ["/p.conf": "rate-limit = 0\n", "/c": "rate-limit = 7\n"])
    func doctor(_ line: String) throws -> Doctor {
      try Doctor(
        ParsedLine(line.split(separator: " ").map(String.init), of: .chatterd), environment,
        unit: unit, packaged: "/p.conf")
    }
    let packaged = try doctor("doctor --files-only")
    #expect(packaged.file.path == "/p.conf" && packaged.unit == unit)
    let byHand = try doctor("doctor --files-only --loops 2")
    #expect(byHand.file.path == nil && byHand.unit == nil)
    let other = try doctor("doctor --files-only --config /c")
    #expect(other.file.path == "/c" && other.unit == nil)
    let loop = try EventLoop(name: "doctor")
    defer { loop.stop() }
    let report = await packaged.report(on: loop)
    #expect(report.faults.map(\.kind).contains(.rateUnlimited))
    #expect(report.examined.count == 4 && report.facts.isEmpty)
  }
}
