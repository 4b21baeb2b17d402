import Arguments
import Crypto
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct CertQRTests {
  private func text(
    _ words: [String], _ environment: LaunchEnvironment = LaunchEnvironment()
  ) throws -> String? {
    (try Command(["cert", "qr"] + words, environment).verb as? PrintedText)?.text
  }

  @Test(arguments: [
    ("chat.example.org", "https://chat.example.org/"),
    ("192.0.2.7:9000", "https://192.0.2.7:9000/"), ("192.0.2.7", "https://192.0.2.7/"),
    ("2001:db8::7", "https://[2001:db8::7]/"), ("[2001:db8::7]:9", "https://[2001:db8::7]:9/"),
    ("https://chat.example.org/room", "https://chat.example.org/room"),
  ])
  func printsTheCodeAndTheAddress(address: String, url: String) throws {
    let lines = try #require(try text([address])).split(separator: "\n")
    #expect(lines.last == Substring(url) && lines.count > 12)
  }

  @Test func usesColorsOnlyInATerminal() throws {
    var terminal = LaunchEnvironment()
    terminal.isOutputTerminal = true
    #expect(try text(["192.0.2.7"], terminal)?.hasPrefix("\u{1B}[97;40m") == true)
    #expect(try text(["192.0.2.7"])?.contains("\u{1B}") == false)
  }

  @Test func readsTheCertificateInTheDirectoryOfOut() throws {
    let directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(in: directory.path)
    let request = CertificateRequest(names: ["chat.example.org"], addresses: [])
    try IssuedKey(request, reusing: files.authority).write(to: files, authority: files.authority)
    let shown = try #require(try text(["--out", directory.path]))
    #expect(shown.split(separator: "\n").last == "https://chat.example.org:8443/")
  }

  @Test func asksForAnAddressWithoutACertificate() {
    #expect(throws: CommandError.self) {
      try text(["--certificate", "/nonexistent/a.crt", "--private-key", "/nonexistent/a.key"])
    }
  }

  @Test func refusesAnAddressThatDoesNotFit() {
    #expect(throws: CommandError.self) { try text([String(repeating: "a", count: 3000)]) }
  }
}
