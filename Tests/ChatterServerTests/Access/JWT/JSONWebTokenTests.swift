import Chatter
import Crypto
import HTTP
import TLS
import TestSupport
import Testing

@testable import ChatterServer

struct JSONWebTokenTests {
  private let payload = Base64URL.encode(#"{"sub":"ana"}"#.utf8)

  private func token(header: String) -> String {
    Base64URL.encode(header.utf8) + "." + payload + ".AAAA"
  }

  private func reason(of text: String) -> String? {
    do throws(Problem) {
      _ = try JSONWebToken(text)
      return nil
    } catch {
      return error.kind == .unauthorized ? error.reason : "not unauthorized"
    }
  }

  @Test func readsATokenWithoutTrustingIt() throws {
    let token = try JSONWebToken(token(header: #"{"alg":"ES256","kid":"k","typ":"JWT"}"#))
    #expect(token.algorithm == .es256 && token.keyID == "k")
    #expect(token.claims == ["sub": .text("ana")])
    let other = try JSONWebToken(self.token(header: #"{"alg":"EdDSA","typ":"at+JWT","x":1}"#))
    #expect(other.algorithm == .edDSA && other.keyID == nil)
  }

  @Test(
    arguments: [
      (#"{"alg":"none"}"#, "algorithm"), (#"{"alg":"None"}"#, "algorithm"),
      (#"{"alg":"HS256"}"#, "algorithm"), (#"{"alg":"PS256"}"#, "algorithm"),
      (#"{"alg":"es256"}"#, "algorithm"), (#"{"alg":""}"#, "algorithm"),
      (#"{"alg":null}"#, "algorithm"), (#"{"alg":["ES256"]}"#, "algorithm"),
      (#"{}"#, "algorithm"), (#"{"alg":"ES256","crit":["exp"]}"#, "header"),
      (#"{"alg":"ES256","jwk":{"kty":"EC"}}"#, "header"),
      (#"{"alg":"ES256","jku":"https://evil.example"}"#, "header"),
      (#"{"alg":"ES256","x5u":"https://evil.example"}"#, "header"),
      (#"{"alg":"ES256","x5c":[]}"#, "header"), (#"{"alg":"ES256","b64":false}"#, "header"),
      (#"{"alg":"ES256","zip":"DEF"}"#, "header"), (#"{"alg":"ES256","enc":"A128GCM"}"#, "header"),
      (#"{"alg":"ES256","typ":"logout+jwt"}"#, "type"), (#"{"alg":"ES256","typ":1}"#, "type"),
      (#"{"alg":"ES256","kid":7}"#, "malformed"), (#"["ES256"]"#, "malformed"),
      (#"{"alg":"none","alg":"ES256"}"#, "malformed"), (#"{"alg":"ES256""#, "malformed"),
      (#"{"alg":"ES256","\ud800":1}"#, "malformed"), ("", "malformed"),
    ])
  func refusesHeaders(header: String, reason: String) {
    #expect(self.reason(of: token(header: header)) == reason)
  }

  @Test func refusesOtherFormsThanThreeParts() {
    let header = Base64URL.encode(#"{"alg":"ES256"}"#.utf8)
    for text in [
      "", ".", "..", "...", header, "\(header).\(payload)", "\(header).\(payload).AAAA.",
      ".\(header).\(payload).AAAA", "\(header).\(payload).AAAA.AAAA", "\(header)..AAAA",
      "\(header).\(payload).AA AA", "\(header).\(payload).AA==", "\(header)=.\(payload).AAAA",
      "\(header).\(payload)\n.AAAA", "\(header).\(payload).A", "\(header).AAAA.AAAA",
      "\(header).\(payload).++++",
    ] {
      #expect(reason(of: text) == "malformed", "\(text)")
    }
  }

  @Test func limitsItsSizeAndThatOfItsKeyID() {
    let longest = JSONWebToken.bytesMax
    let prefix = token(header: #"{"alg":"ES256"}"#)
    let padding = { (count: Int) in prefix + String(repeating: "A", count: count) }
    #expect(reason(of: padding(longest - prefix.utf8.count + 1)) == "oversized")
    let fits = (longest - prefix.utf8.count) / 4 * 4
    #expect(reason(of: padding(fits)) == nil)
    for (count, expected) in [(256, nil), (257, "malformed")] as [(Int, String?)] {
      let id = String(repeating: "k", count: count)
      #expect(reason(of: token(header: #"{"alg":"ES256","kid":"\#(id)"}"#)) == expected)
    }
  }

  @Test func survivesRandomBytes() {
    var random = SeededGenerator(state: 7)
    let valid = Array(token(header: #"{"alg":"ES256","kid":"k"}"#).utf8)
    for _ in 0..<2000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = reason(of: String(decoding: bytes, as: UTF8.self))
    }
  }
}
