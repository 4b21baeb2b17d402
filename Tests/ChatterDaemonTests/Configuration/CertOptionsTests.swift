import CommandLine
import Program
import Testing

@testable import ChatterDaemon

@Suite("The options of the verb cert")
struct CertOptionsTests {
  private func cert(
    _ options: String = "", _ environment: LaunchEnvironment = .fixture()
  ) throws -> CertOptions {
    guard case .cert(let options) = try parse("cert " + options, environment) else {
      throw CommandError("not cert")
    }
    return options
  }

  @Test func createsAP256KeyFor825DaysByDefault() throws {
    let options = try cert()
    #expect(options.names.isEmpty)
    #expect(options.addresses.isEmpty)
    #expect(options.keyType == .p256)
    #expect(options.days == 825)
    #expect(!options.overwrites)
    let expected = CertificatePaths(in: "/home/me/.local/share/chatterd", isOwn: true)
    #expect(options.files == expected)
  }

  @Test func takesNamesAddressesKeyTypeAndDays() throws {
    let options = try cert(
      "--name a.example,*.b.example --name c --address 192.0.2.1 --address ::1 "
        + "--key rsa4096 --days 30 --force")
    #expect(options.names == ["a.example", "*.b.example", "c"])
    #expect(options.addresses == ["192.0.2.1", "::1"])
    #expect(options.keyType == .rsa4096)
    #expect(options.days == 30)
    #expect(options.overwrites)
  }

  @Test func writesToADirectoryOrToNamedFiles() throws {
    #expect(try cert("--out here").files == CertificatePaths(in: "/desk/here", isOwn: false))
    let own = try cert("--certificate /c --private-key /k").files
    #expect(own.certificate == "/c")
    #expect(own.privateKey == "/k")
  }

  @Test func prefersTheCommandLineAndRejectsTwoDirectoriesOnIt() throws {
    let files = ["CHATTERD_CERTIFICATE": "/c", "CHATTERD_PRIVATE_KEY": "/k"]
    #expect(try cert("--out /o", .fixture(files)).files.certificate == "/o/chatterd.crt")
    let stray = LaunchEnvironment.fixture(["CHATTERD_OUT": "/o", "CHATTERD_FORCE": "on"])
    #expect(try cert("--certificate /c --private-key /k", stray).files.certificate == "/c")
    #expect(try !cert("", stray).overwrites)
    let error = failure("cert --out /o --certificate /c --private-key /k")
    #expect(
      error?.description == "--out and --certificate conflict: use only one of them")
    #expect(error?.isUsage == true)
  }

  @Test(
    arguments: [
      "--name a_b", "--name 1.2.3.4", "--address a.example", "--address [::1]", "--key rsa1024",
      "--days 0", "--days 3651", "--out=", "--force=yes", "--name=",
    ])
  func rejectsWrongValues(options: String) {
    #expect(failure("cert " + options)?.isUsage == true)
  }

  @Test func suggestsTheNearestKeyType() {
    #expect(failure("cert --key p265")?.description.hasSuffix("did you mean p256?") == true)
  }
}
