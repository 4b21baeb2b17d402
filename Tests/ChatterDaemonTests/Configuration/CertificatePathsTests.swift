import CommandLine
import Program
import Testing

@testable import ChatterDaemon

@Suite("The paths of the certificate and its key")
struct CertificatePathsTests {
  @Test func defaultsToTheDataDirectory() throws {
    let files = try serve("--data-dir /d").certificate
    #expect(files == CertificatePaths(in: "/d", isOwn: true))
    #expect(files.certificate == "/d/chatterd.crt")
    #expect(files.privateKey == "/d/chatterd.key")
  }

  @Test func makesNamedPathsAbsoluteAndNotItsOwn() throws {
    let files = try serve("--certificate a/c.pem --private-key /k.pem").certificate
    #expect(files.certificate == "/desk/a/c.pem")
    #expect(files.privateKey == "/k.pem")
    #expect(!files.isOwn)
  }

  @Test func rejectsOnePathWithoutTheOther() {
    let flag = failure("serve --certificate c.pem")
    #expect(flag?.description == "--certificate requires --private-key")
    #expect(flag?.isUsage == true)
    let variable = failure("serve", .fixture(["CHATTERD_PRIVATE_KEY": "k.pem"]))
    #expect(variable?.description == "CHATTERD_PRIVATE_KEY requires --certificate")
    #expect(variable?.isUsage == false)
  }

  @Test func takesTheTwoPathsFromDifferentPlaces() throws {
    let files = try serve("--certificate /c", .fixture(["CHATTERD_PRIVATE_KEY": "/k"])).certificate
    #expect(files.privateKey == "/k")
  }

  @Test func failsWithoutAHomeDirectoryAndWithoutPaths() {
    #expect(failure("serve --database a=b", .fixture(home: nil)) == Configuration.homeUnknown)
  }
}
