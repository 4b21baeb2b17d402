import Arguments
import Crypto
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct CertTests {
  private func cert(
    _ options: String = "", _ environment: LaunchEnvironment = .fixture()
  ) throws -> Cert {
    try verb("cert " + options, environment)
  }

  @Test func createsAP256KeyFor825DaysByDefault() throws {
    let cert = try cert()
    #expect(cert.request.names == ["localhost"])
    #expect(cert.request.key == .p256)
    #expect(cert.request.days == 825)
    #expect(!cert.overwrites)
    #expect(cert.files == CertifiedKeyFiles(in: "/home/me/.local/share/chatterd"))
  }

  @Test func takesNamesAddressesKeyTypeAndDays() throws {
    let cert = try cert(
      "--name a.example,*.b.example --name c --address 192.0.2.1 --address ::1 "
        + "--key rsa4096 --days 30 --force")
    #expect(cert.request.names == ["a.example", "*.b.example", "c"])
    #expect(cert.request.addresses == ["192.0.2.1", "::1"])
    #expect(cert.request.key == .rsa(bits: 4096))
    #expect(cert.request.days == 30)
    #expect(cert.overwrites)
  }

  @Test func writesToADirectoryOrToNamedFiles() throws {
    #expect(try cert("--out here").files == CertifiedKeyFiles(in: "/desk/here"))
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
      "--name a_b", "--name 1.2.3.4", "--address a.example", "--address [::1]", "--address ::1%lo",
      "--address 1.2.3",
      "--key rsa1024",
      "--days 0", "--days 3651", "--out=", "--force=yes", "--name=",
    ])
  func rejectsWrongValues(options: String) {
    #expect(failure("cert " + options)?.isUsage == true)
  }

  @Test func suggestsTheNearestKeyType() {
    #expect(failure("cert --key p265")?.description.hasSuffix("did you mean p256?") == true)
  }

  @Test func printsFilesFingerprintsAndWhatClientsMustTrust() throws {
    let directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(in: directory.path)
    let make = { (hosts: [String]) in
      let made = try IssuedKey(CertificateRequest(hosts: hosts), reusing: files.authority)
      try made.write(to: files, authority: files.authority, overwriting: true)
      return (made, Cert.lines(made, files))
    }
    let (made, lines) = try make(["a.example", "192.0.2.1"])
    #expect(lines[0].hasPrefix("certificate  \(directory.path)/chatterd.crt, until 20"))
    #expect(lines[1] == "key          \(directory.path)/chatterd.key")
    #expect(lines[2] == "for          a.example, 192.0.2.1")
    #expect(lines[3] == "fingerprint  \(made.server.certificate.fingerprintText)")
    #expect(lines[4].hasPrefix("authority    \(directory.path)/chatterd-ca.crt, until 20"))
    #expect(lines[5] == "key          \(directory.path)/chatterd-ca.key")
    #expect(lines[6] == "fingerprint  \(made.authority.certificate.fingerprintText)")
    #expect(lines[8].contains("clients must trust \(directory.path)/chatterd-ca.crt"))
    #expect(try make(["a.example"]).1[8].contains("The authority is the same"))
    #expect(
      try make(["b.example"]).1[9].contains(
        "clients must trust the new \(directory.path)/chatterd-ca.crt"))
  }
}
