import ChatterWeb
import Foundation
import TestSupport
import Testing

@testable import ChatterDaemon

struct CurlLinesTests {
  @Test func usesThisMachineByDefault() {
    let lines = CurlLines(.fixture())
    #expect(lines.get == "curl --cacert /d/chatterd-ca.crt https://localhost:8443/getchatts/")
    #expect(
      lines.post
        == #"curl --cacert /d/chatterd-ca.crt -d '{"username":"me","message":"hello"}' "#
        + "https://localhost:8443/postchatt/")
    #expect(
      lines.postAudio
        == #"printf '{"username":"me","message":"listen","audio":"%s"}' "#
        + #""$(base64 < /d/hello.m4a | tr -d '\n')" | "#
        + "curl --cacert /d/chatterd-ca.crt -d @- https://localhost:8443/postaudio/")
  }

  /// An authority is what devices trust, too.
  @Test(arguments: [TrustAnchor.Kind.server, nil])
  func trustsACertificateWithoutAnAuthority(anchor: TrustAnchor.Kind?) {
    let lines = CurlLines(.fixture(anchor: anchor))
    for line in [lines.get, lines.post, lines.postAudio] {
      #expect(line.contains("curl --cacert /d/chatterd.crt "))
    }
  }

  @Test func sendsATokenWhereTheServerNeedsOne() {
    let header = #" -H "Authorization: Bearer $TOKEN" "#
    var facts = StartupFacts.fixture()
    facts.postingNeedsToken = true
    let posting = CurlLines(facts)
    #expect(!posting.get.contains(header))
    #expect(posting.post.contains(header) && posting.postAudio.contains(header))
    (facts.postingNeedsToken, facts.readingNeedsToken) = (false, true)
    let reading = CurlLines(facts)
    #expect(reading.get.contains(header))
    #expect(!reading.post.contains(header) && !reading.postAudio.contains(header))
  }

  @Test(
    arguments: [
      (["443"], ["localhost"], "https://localhost/getchatts/"),
      (["127.0.0.1:1"], ["127.0.0.1"], "https://127.0.0.1:1/getchatts/"),
      (["[::1]:1"], ["localhost"], "https://localhost:1/getchatts/"),
      (["[::1]:1"], ["::1"], "'https://[::1]:1/getchatts/'"),
      (["192.0.2.7:1"], ["localhost", "192.0.2.7"], "https://192.0.2.7:1/getchatts/"),
      (["192.0.2.7:1", "8443"], ["localhost"], "https://localhost:8443/getchatts/"),
      (["a.example:1"], ["a.example"], "https://a.example:1/getchatts/"),
      (["8443"], [], "https://localhost:8443/getchatts/"),
      (
        ["8443"], ["chat.example"],
        "--resolve chat.example:8443:127.0.0.1 https://chat.example:8443/getchatts/"
      ),
      (
        ["8443"], ["*.chat.example"],
        "--resolve chatterd.chat.example:8443:127.0.0.1 "
          + "https://chatterd.chat.example:8443/getchatts/"
      ),
      (
        ["[2001:db8::1]:443"], ["chat.example"],
        "--resolve 'chat.example:443:[2001:db8::1]' https://chat.example/getchatts/"
      ),
    ])
  func followsTheListenAddressAndTheCertificate(listen: [String], hosts: [String], end: String) {
    let line = CurlLines(.fixture(listen: listen, hosts: hosts)).get
    #expect(line == "curl --cacert /d/chatterd-ca.crt " + end)
  }

  @Test func quotesPathsWithSpaces() {
    let lines = CurlLines(.fixture(directory: "/my data", anchor: nil))
    #expect(lines.get.hasPrefix("curl --cacert '/my data/chatterd.crt' https"))
  }

  @Test func encodesTheClipInTheShellWhateverItsLength() async throws {
    let directory = try TemporaryDirectory()
    let bytes = (0..<5000).map { UInt8($0 % 251) }
    var facts = StartupFacts.fixture()
    facts.clipPath = try directory.write(bytes, to: "it's a clip.m4a")
    let line = CurlLines(facts).postAudio
    let command = try #require(line.range(of: " | curl").map { String(line[..<$0.lowerBound]) })
    let output = try await ProgramRun("sh", ["-c", command]).checked().output
    let object = try JSONSerialization.jsonObject(with: Data(output)) as? [String: String]
    #expect(object?["audio"].flatMap { Data(base64Encoded: $0) } == Data(bytes))
    #expect(object?["username"] == "me")
  }
}
