import Arguments
import ChatterWeb
import Testing

@testable import ChatterDaemon

struct StartupTextTests {
  private func text(_ facts: StartupFacts) -> String {
    StartupText.lines(facts).joined(separator: "\n")
  }

  @Test func statesAddressesDatabaseCertificateAndCurlCommands() {
    let facts = StartupFacts.fixture(listen: ["[::]:8443", "127.0.0.1:9"])
    let lines = StartupText.lines(facts)
    #expect(lines[0] == "chatterd \(CommandTable.version)")
    #expect(lines.contains("  listening on [::]:8443, 127.0.0.1:9"))
    #expect(lines.contains("  database     private cluster in /d"))
    #expect(lines.contains("  certificate  /d/chatterd.crt, until 2028-03-01"))
    #expect(lines.contains("  fingerprint  12:34"))
    #expect(lines.contains("  for          localhost, 192.0.2.7"))
    let curl = CurlLines(facts)
    for line in [curl.get, curl.post, curl.postAudio] { #expect(lines.contains("  " + line)) }
  }

  @Test func saysWhereATokenComesFrom() {
    var facts = StartupFacts.fixture()
    #expect(!text(facts).contains("TOKEN"))
    facts.readingNeedsToken = true
    #expect(text(facts).contains("chatterd token add NAME prints one"))
  }

  @Test(arguments: [TrustAnchor.Kind.authority, .server])
  func saysWhereTheTrustIsExplainedWithoutAWebFrontEnd(anchor: TrustAnchor.Kind) {
    let text = text(.fixture(anchor: anchor))
    #expect(text.contains("\nDevices must trust:\n"))
    #expect(text.contains("  authority    /d/chatterd-ca.crt\n") == (anchor == .authority))
    #expect(text.contains("Firefox refuses") == (anchor == .server))
  }

  @Test func explainsNothingForOtherAuthorities() {
    let other = text(.fixture(anchor: nil))
    #expect(!other.contains("Devices must trust"))
    #expect(other.contains("curl --cacert"))
  }

  private static let web = WebAddress(certificateHosts: ["192.0.2.7"])

  @Test func namesTheAddressAndTheFingerprintWithAWebFrontEnd() {
    let lines = StartupText.lines(.fixture(web: Self.web))
    #expect(lines.contains("  https://192.0.2.7:8443/"))
    #expect(lines.contains { $0.hasPrefix("  https://192.0.2.7:8443/trust  ") })
    #expect(lines.contains("  authority    /d/chatterd-ca.crt"))
    #expect(lines.last == "  its SHA-256  AB:CD")
  }

  @Test func showsAQRCodeInATerminal() {
    let lines = StartupText.lines(.fixture(web: Self.web, isTerminal: true))
    #expect(Array(lines.suffix(Self.web.codeLines.count)) == Self.web.codeLines)
  }

  @Test func needsNoTrustForOtherAuthorities() {
    let lines = StartupText.lines(.fixture(anchor: nil, web: Self.web))
    #expect(lines.last == "  https://192.0.2.7:8443/")
  }

  @Test func warnsOfASelfSignedCertificateWithAWebFrontEnd() {
    let lines = StartupText.lines(.fixture(anchor: .server, web: Self.web))
    #expect(lines.last?.hasPrefix("Firefox refuses this certificate") == true)
  }

  @Test func staysOnItsLinesWhateverAPathContains() {
    for anchor in [TrustAnchor.Kind.server, .authority, nil] {
      let lines = StartupText.lines(.fixture(directory: "/a\nb\u{1B}[2J", anchor: anchor))
      for line in lines where !line.contains("curl") {
        #expect(line.utf8.allSatisfy { $0 >= 0x20 })
      }
    }
  }
}
