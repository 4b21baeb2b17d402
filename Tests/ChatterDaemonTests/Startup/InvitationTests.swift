import Arguments
import Crypto
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct InvitationTests {
  /// Returns the address in the invitations of a server whose certificate has these names.
  private func address(_ names: [String], _ options: String = "") throws -> String? {
    let directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(in: directory.path)
    if !names.isEmpty {
      try IssuedKey(CertificateRequest(hosts: names), reusing: files.authority)
        .write(to: files, authority: files.authority)
    }
    let token: Token = try verb("token add ann --data-dir \(directory.path) \(options)")
    return token.address
  }

  @Test func leadsToTheAddressOfTheCertificate() throws {
    #expect(try address(["localhost", "chat.example.org"]) == "https://chat.example.org:8443/")
    #expect(
      try address(["chat.example.org"], "--listen [::]:443") == "https://chat.example.org/")
    #expect(try address(["localhost", "127.0.0.1", "::1"]) == nil)
    #expect(try address(["*.example.org"]) == nil)
    #expect(try address(["chat.example.org"], "--listen 127.0.0.1:8443") == nil)
    #expect(try address([]) == nil)
  }

  @Test(arguments: [
    ("https://chat.example.org", "https://chat.example.org/"),
    ("https://chat.example.org:443/", "https://chat.example.org/"),
    ("https://chat.example.org/room", "https://chat.example.org/room/"),
    ("https://[2001:db8::7]:9/", "https://[2001:db8::7]:9/"),
  ])
  func leadsToTheURLOfTheOption(url: String, expected: String) throws {
    #expect(try address([], "--public-url \(url)") == expected)
  }

  @Test(arguments: [
    "http://chat.example.org/", "chat.example.org", "https://chat.example.org/?a",
    "https://chat.example.org/#a", "https://",
  ])
  func refusesURLsThatCannotTakeAFragment(url: String) {
    #expect(throws: CommandError.self) { try address([], "--public-url \(url)") }
  }

  @Test func isOnlyForNewTokens() {
    let problem = "--public-url is only for token add"
    #expect(failure("token list --public-url https://a.example/")?.description == problem)
  }

  @Test func hasTheTokenInItsFragmentAndACodeInATerminal() {
    let invitation = Invitation(to: "https://a.example/", token: "chatter_a-b_c")
    let link = "https://a.example/#token=chatter_a-b_c"
    #expect(invitation.link == link)
    #expect(
      Invitation(to: "https://a/", token: "a+b/c=\u{E9}").link
        == "https://a/#token=a%2Bb%2Fc%3D%C3%A9")
    #expect(invitation.lines(isTerminal: false).dropFirst() == [link])
    let lines = invitation.lines(isTerminal: true)
    #expect(lines.count > 12 && lines.dropFirst(2).allSatisfy { $0.hasPrefix("\u{1B}[97;40m") })
  }

  @Test func saysThatNoAddressIsKnown() {
    let lines = Invitation(to: nil, token: "chatter_x").lines(isTerminal: true)
    #expect(lines.count == 1 && lines[0].contains("no address for other devices is known"))
    #expect(!lines[0].contains("chatter_x"))
  }
}
