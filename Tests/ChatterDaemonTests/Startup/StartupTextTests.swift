import CommandLine
import Testing

@testable import ChatterDaemon

@Suite("The text printed at startup")
struct StartupTextTests {
  private func text(_ facts: StartupFacts) -> String {
    StartupText.lines(facts).joined(separator: "\n")
  }

  @Test func statesAddressesDatabaseCertificateAndCurlCommands() {
    let facts = StartupFacts.fixture(listen: ["[::]:8443", "127.0.0.1:9"])
    let lines = StartupText.lines(facts)
    #expect(lines[0] == "chatterd \(CommandTable.chatterd.version)")
    #expect(lines.contains("  listening on [::]:8443, 127.0.0.1:9"))
    #expect(lines.contains("  database     private cluster in /d"))
    #expect(lines.contains("  certificate  /d/chatterd.crt, until 2028-03-01"))
    #expect(lines.contains("  for          localhost, 192.0.2.7"))
    let curl = CurlLines(facts)
    for line in [curl.get, curl.post, curl.postAudio] { #expect(lines.contains("  " + line)) }
  }

  @Test func explainsHowToTrustASelfSignedCertificate() {
    let own = text(.fixture())
    for word in ["curl ", "iOS", "Certificate Trust Settings", "Android", "CA certificate"] {
      #expect(own.contains(word))
    }
    let signed = text(.fixture(isSelfSigned: false))
    #expect(!signed.contains("iOS"))
    #expect(signed.contains("curl --cacert"))
  }

  @Test func staysOnItsLinesWhateverAPathContains() {
    let lines = StartupText.lines(.fixture(path: "/a\nb\u{1B}[2J"))
    for line in lines where !line.contains("curl") {
      #expect(line.utf8.allSatisfy { $0 >= 0x20 })
    }
  }
}
