import ChatterClient
import TestSupport
import Testing

@testable import ChatterTerminal

struct ServerPlaceTests {
  @Test(
    arguments: [
      ("", .malformed("")), ("https:///x", .malformed("https:///x")),
      ("https://h\n", .malformed("https://h\n")), ("https://\u{E9}", .malformed("https://\u{E9}")),
      ("http://example.org", .notEncrypted),
    ] as [(String, ServerURLError)])
  func rejectsInvalidServerURLs(text: String, error: ServerURLError) {
    #expect(throws: error) { try ServerPlace.url(text) }
  }

  @Test func acceptsPinsInHexadecimalAndBase64() {
    let base64 = String(repeating: "A", count: 43) + "="
    #expect(ServerPlace.pin(base64) == base64)
    #expect(ServerPlace.pin(String(repeating: "0F", count: 32)) != nil)
    for text in ["", "abc", String(repeating: "g", count: 64), String(repeating: "A", count: 44)] {
      #expect(ServerPlace.pin(text) == nil)
    }
  }

  @Test func returnsHostAndPort() {
    #expect(ServerPlace(url: "https://h:8443/x").authority == "h:8443")
  }

  @Test func reportsMissingTrustFile() throws {
    let place = ServerPlace(url: "https://h", trust: .file("/nowhere/c.pem"))
    let failure = #expect(throws: ExitError.self) { try place.server() }
    #expect(failure?.exitCode == .noInput)
    #expect(throws: ExitError.self) { try ServerPlace(url: "http://elsewhere").server() }
  }

  @Test(
    arguments: [
      ("-----BEGIN CERTIFICATE-----", true), ("-----BEGIN TRUSTED CERTIFICATE-----\r\nx", true),
      ("subject=/CN=x\r\n-----BEGIN X509 CERTIFICATE-----\r\n", true), ("", false), ("x", false),
      ("-----BEGIN PRIVATE KEY-----\n", false), ("# -----BEGIN CERTIFICATE-----\n", false),
      ("-----BEGIN CERTIFICATE REQUEST-----\n", false),
    ])
  func requiresPEMCertificateInTrustFile(text: String, isTaken: Bool) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "c.pem")
    let place = ServerPlace(url: "https://h", trust: .file(file))
    if isTaken {
      #expect(try place.server().trust == .file(file))
    } else {
      let failure = #expect(throws: ExitError.self) { try place.server() }
      #expect(failure?.exitCode == .data)
    }
  }
}
