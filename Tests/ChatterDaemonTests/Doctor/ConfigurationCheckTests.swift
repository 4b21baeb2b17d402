import Arguments
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct ConfigurationCheckTests {
  static let samples = FaultSample.variants(
    of: ConfigurationCheck(path: "/c", status: FileStatus(mode: 0o644, owner: 0)),
    [
      (.configurationInvalid, { $0.error = CommandError("/c:1: loops: expected a number") }),
      (.configurationUnreadable, { $0.readFailure = .notFound }),
      (.configurationUnknownKey, { $0.error = CommandError("/c:1: unknown key a") }),
      (.configurationExposed, { $0.hasPassword = true }),
      (.variableUnknown, { $0.warnings = ["unknown environment variable CHATTERD_LOOP"] }),
    ], faults: \.faults)

  @Test(arguments: [
    ("database = postgresql://a:b@host/c", true), ("  database=host=a password=b", true),
    ("database = postgresql://a@host/c", false), ("database = private", false),
    ("# database = postgresql://a:b@host/c", false), ("listen = [::]:8443", false),
    ("database = postgresql://host:5432/c", false), ("", false),
  ])
  func findsPasswords(text: String, isFound: Bool) {
    #expect(ConfigurationCheck.hasPassword(text) == isFound)
  }

  /// Returns what doctor finds in a configuration file and its invalidity.
  private func faults(_ text: String, mode: Int = 0o644) throws -> [FaultKind] {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: "chatterd.conf", permissions: mode)
    var environment = LaunchEnvironment(variables: ["HOME": "/nowhere"])
    environment.cores = 1
    let doctor: Doctor = try verb("doctor --config \(path)", environment)
    return doctor.file.faults.map(\.kind)
  }

  @Test func readsRealFiles() throws {
    #expect(try faults("listen = 127.0.0.1:8443\n") == [])
    #expect(try faults("lisen = 127.0.0.1:8443\n") == [.configurationUnknownKey])
    #expect(try faults("loops = many\n") == [.configurationInvalid])
    #expect(try faults("loops\n") == [.configurationInvalid])
    let secret = "database = postgresql://a:b@host/c\n"
    #expect(try faults(secret) == [.configurationExposed])
    #expect(try faults(secret, mode: 0o640) == [])
  }

  @Test func reportsAMissingFileAndRejectsAWrongCommandLine() throws {
    let environment = LaunchEnvironment(variables: ["HOME": "/nowhere"])
    let doctor: Doctor = try verb("doctor --config /nowhere/c", environment)
    #expect(doctor.configuration == nil)
    #expect(doctor.file.faults.map(\.kind) == [.configurationUnreadable])
    #expect(throws: CommandError.self) { try Command(["doctor", "--loops", "many"], environment) }
  }
}
