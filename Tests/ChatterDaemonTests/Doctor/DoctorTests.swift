import Arguments
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
}
