import Arguments
import ChatterWeb
import Crypto
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct CertShowTests {
  private func made() throws -> (chain: [Certificate], files: CertifiedKeyFiles) {
    let none = CertifiedKeyFiles(certificate: "/nonexistent/ca.crt", privateKey: "/nonexistent/k")
    let request = CertificateRequest(names: ["localhost"], addresses: ["192.0.2.7"])
    let issued = try IssuedKey(request, reusing: none)
    let files = CertifiedKeyFiles(certificate: "/d/chatterd.crt", privateKey: "/d/chatterd.key")
    return ([issued.server.certificate, issued.authority.certificate], files)
  }

  private func lines(now: Int64? = nil) throws -> [String] {
    let (chain, files) = try made()
    let now = now ?? chain[0].notBefore + 4000
    let refusals = CertificateCheck.refusals(of: chain, path: files.certificate, at: now)
    return CertShow.lines(chain, files, .authority, refusals, now: now)
  }

  @Test func statesWhatTheCertificateIs() throws {
    let lines = try lines()
    #expect(lines[0] == "certificate  /d/chatterd.crt")
    #expect(lines[1] == "for          localhost, 192.0.2.7")
    #expect(lines[2].hasPrefix("until        ") && lines[2].hasSuffix("(824 days left)"))
    #expect(lines[3...4] == ["key          P-256", "signed by    /d/chatterd-ca.crt"])
    #expect(lines.last == "Clients that trust its authority accept it.")
  }

  @Test func statesThatItHasExpired() throws {
    let lines = try lines(now: .max / 4)
    #expect(lines[2].hasSuffix("(expired)"))
    #expect(lines.last?.hasPrefix("The certificate /d/chatterd.crt expired on ") == true)
  }

  @Test func exitsLikeDoctorAndNeedsNoKey() throws {
    let directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(in: directory.path)
    let request = CertificateRequest(names: ["localhost"], addresses: [])
    try IssuedKey(request, reusing: files.authority)
      .write(to: files, authority: files.authority, overwriting: false)
    // Clients refuse the certificate of an authority as that of a server.
    for (path, code) in [
      (files.certificate, ExitCode.success), (files.authority.certificate, .doctorErrors),
    ] {
      let show = try Command(["cert", "show", "--certificate", path], LaunchEnvironment())
      #expect((show.verb as? PrintedText)?.code == code)
    }
  }

  @Test func explainsAMissingFileAndASecondOperand() {
    let files = ["--certificate", "/nonexistent/a.crt", "--private-key", "/nonexistent/a.key"]
    let missing = #expect(throws: CommandError.self) {
      try Command(["cert", "show"] + files, LaunchEnvironment())
    }
    #expect(missing?.isUsage == false)
    #expect(throws: CommandError.self) {
      try Command(["cert", "show", "x"], LaunchEnvironment())
    }
  }
}
