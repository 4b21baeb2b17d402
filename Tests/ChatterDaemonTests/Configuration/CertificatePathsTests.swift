import Arguments
import Crypto
import System
import Testing

@testable import ChatterDaemon

struct CertificatePathsTests {
  @Test func defaultsToTheDataDirectory() throws {
    let paths = try serve("--data-dir /d").certificate
    #expect(paths.isOwn)
    #expect(paths.files.certificate == "/d/chatterd.crt")
    #expect(paths.files.privateKey == "/d/chatterd.key")
  }

  @Test func makesNamedPathsAbsoluteAndNotItsOwn() throws {
    let paths = try serve("--certificate a/c.pem --private-key /k.pem").certificate
    #expect(paths.files.certificate == "/desk/a/c.pem")
    #expect(paths.files.privateKey == "/k.pem")
    #expect(!paths.isOwn)
  }

  @Test func placesTheAuthorityBesideTheServersFiles() throws {
    let own = try serve("--data-dir /d").certificate.files.authority
    #expect(own.certificate == "/d/chatterd-ca.crt")
    #expect(own.privateKey == "/d/chatterd-ca.key")
    let named = try serve("--certificate /c/a.pem --private-key /k/b.pem").certificate.files
    #expect(named.authority.certificate == "/c/chatterd-ca.crt")
    #expect(named.authority.privateKey == "/k/chatterd-ca.key")
    let root = CertifiedKeyFiles(certificate: "/c.pem", privateKey: "k.pem").authority
    #expect(
      root == CertifiedKeyFiles(certificate: "/chatterd-ca.crt", privateKey: "chatterd-ca.key"))
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
    let paths = try serve("--certificate /c", .fixture(["CHATTERD_PRIVATE_KEY": "/k"])).certificate
    #expect(paths.files.privateKey == "/k")
  }
}
