import Chatter
import Crypto
import HTTP
import TestSupport
import Testing

@testable import ChatterServer

struct JWTCheckerTests {
  private let fixture: TokenFixture

  init() throws { fixture = try TokenFixture() }

  @Test func acceptsTokensOfEachAlgorithm() async throws {
    for signer in [fixture.es256, fixture.rs256, fixture.edDSA] {
      let token = try signer.token(TokenFixture.validClaims)
      #expect(try await fixture.checker.identity(bearer: token) == Identity(username: "ana"))
    }
  }

  @Test func findsTheOnlyKeyOfAnAlgorithmForATokenWithoutKeyID() async throws {
    let token = try fixture.es256.token(TokenFixture.validClaims, header: #"{"alg":"ES256"}"#)
    #expect(await fixture.refusal(of: token) == nil)
  }

  @Test func refusesAnHMACWithThePublicKeyAsItsSecret() async throws {
    let modulus = try fixture.rs256.numbers()[0]
    for (algorithm, reason) in [("HS256", "algorithm"), ("RS256", "signature")] {
      let signed =
        Base64URL.encode(#"{"alg":"\#(algorithm)","kid":"r"}"#.utf8) + "."
        + Base64URL.encode(TokenFixture.validClaims.utf8)
      let code = try #require(HMACSHA256.code(of: Array(signed.utf8), with: modulus))
      let refusal = await fixture.refusal(of: signed + "." + Base64URL.encode(code))
      #expect(refusal?.reason == reason && refusal?.kind == .unauthorized)
    }
  }

  @Test func refusesTokensWithoutASignature() async throws {
    let claims = Base64URL.encode(TokenFixture.validClaims.utf8)
    for algorithm in ["none", "NONE", "ES256", "RS256", "EdDSA"] {
      let header = Base64URL.encode(#"{"alg":"\#(algorithm)"}"#.utf8)
      #expect(await fixture.refusal(of: "\(header).\(claims).")?.kind == .unauthorized)
    }
  }

  @Test func refusesAKeyOfAnotherAlgorithm() async throws {
    // The header names the key of another algorithm than the one that signed.
    for (header, reason) in [
      (#"{"alg":"ES256","kid":"r"}"#, "unknown-key"),
      (#"{"alg":"RS256","kid":"e"}"#, "unknown-key"),
      (#"{"alg":"EdDSA","kid":"d"}"#, "signature"), (#"{"alg":"RS256","kid":"r"}"#, "signature"),
    ] {
      let token = try fixture.es256.token(TokenFixture.validClaims, header: header)
      #expect(await fixture.refusal(of: token)?.reason == reason)
    }
  }

  @Test func refusesTokensOfAKeyThatIsNotPublished() async throws {
    let stranger = try TestSigner(.es256, id: "x")
    let impostor = try TestSigner(.es256, id: "e")
    let unknown = await fixture.refusal(of: try stranger.token(TokenFixture.validClaims))
    #expect(unknown?.reason == "unknown-key")
    let forged = await fixture.refusal(of: try impostor.token(TokenFixture.validClaims))
    #expect(forged?.reason == "signature")
  }

  @Test func refusesEveryTokenWithOneBitFlipped() async throws {
    let token = Array(try fixture.edDSA.token(TokenFixture.validClaims).utf8)
    #expect(await fixture.refusal(of: String(decoding: token, as: UTF8.self)) == nil)
    for place in token.indices {
      for bit in 0..<8 {
        var damaged = token
        damaged[place] ^= 1 << bit
        let refusal = await fixture.refusal(of: String(decoding: damaged, as: UTF8.self))
        #expect(refusal?.kind == .unauthorized, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test func refusesEveryTruncatedToken() async throws {
    let token = try fixture.es256.token(TokenFixture.validClaims)
    for count in 0..<token.utf8.count {
      #expect(await fixture.refusal(of: String(token.prefix(count)))?.kind == .unauthorized)
    }
  }

  @Test func takesTheUserFromTheConfiguredClaim() async throws {
    let fixture = try TokenFixture(userClaim: "preferred_username")
    let claims = TokenFixture.validClaims.dropLast()
    let named = try fixture.es256.token(claims + #","preferred_username":"bob"}"#)
    #expect(try await fixture.checker.identity(bearer: named).username == "bob")
    let refusal = await fixture.refusal(of: try fixture.es256.token(TokenFixture.validClaims))
    #expect(refusal?.kind == .forbidden && refusal?.reason == "user-claim")
  }

  @Test func neverRepeatsATokenInItsTexts() async throws {
    let stranger = try TestSigner(.es256, id: "secret-key-id")
    let claims = #"{"iss":"secret-issuer","sub":"secret-user"}"#
    for token in [try stranger.token(claims), try fixture.es256.token(claims), "a.b.secret"] {
      let refusal = try #require(await fixture.refusal(of: token))
      #expect(!(refusal.text + refusal.reason).contains("secret"))
    }
  }

  @Test func sendsEachKindOfTokenToItsChecker() async throws {
    struct Named: TokenChecker {
      let name: String
      func identity(bearer: String) async throws(Problem) -> Identity {
        Identity(username: name)
      }
      func isExempt(bearer: String) -> Bool { name == "signed" }
    }
    let either = EitherToken(issued: Named(name: "issued"), signed: Named(name: "signed"))
    #expect(try await either.identity(bearer: "chatter_abc").username == "issued")
    #expect(try await either.identity(bearer: "a.b.c").username == "signed")
    #expect(!either.isExempt(bearer: "chatter_abc") && either.isExempt(bearer: "a.b.c"))
  }
}
