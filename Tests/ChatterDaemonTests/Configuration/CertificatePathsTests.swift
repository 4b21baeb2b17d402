import Testing

@testable import ChatterDaemon

@Suite("Where the certificate is")
struct CertificatePathsTests {
  @Test("without names it is chatterd's own, in the data directory")
  func own() throws {
    let files = try serve("--data-dir /d").certificate
    #expect(files == CertificatePaths(in: "/d", isOwn: true))
    #expect(files.certificate == "/d/chatterd.crt")
    #expect(files.privateKey == "/d/chatterd.key")
  }

  @Test("named files are somebody's, and their paths become absolute")
  func named() throws {
    let files = try serve("--certificate a/c.pem --private-key /k.pem").certificate
    #expect(files.certificate == "/desk/a/c.pem")
    #expect(files.privateKey == "/k.pem")
    #expect(!files.isOwn)
  }

  @Test("one without the other is refused, with the words of its origin")
  func partner() {
    let flag = failure("serve --certificate c.pem")
    #expect(flag?.description == "--certificate: also requires --private-key")
    #expect(flag?.exitCode == .usage)
    let variable = failure("serve", .fixture(["CHATTERD_PRIVATE_KEY": "k.pem"]))
    #expect(variable?.description == "CHATTERD_PRIVATE_KEY: also requires --certificate")
    #expect(variable?.exitCode == .configuration)
  }

  @Test("the two may come from different places")
  func mixed() throws {
    let files = try serve("--certificate /c", .fixture(["CHATTERD_PRIVATE_KEY": "/k"])).certificate
    #expect(files.privateKey == "/k")
  }

  @Test("without a home and names there is no place")
  func homeless() {
    #expect(failure("serve --database a=b", .fixture(home: nil)) == .homeUnknown)
  }
}
