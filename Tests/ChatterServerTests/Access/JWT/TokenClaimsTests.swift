import Chatter
import HTTP
import Testing

@testable import ChatterServer

struct TokenClaimsTests {
  private static let now = 1_800_000_000
  private let claims = TokenClaims(issuer: "https://id.example.org", audience: "chatter")

  /// Returns the reason for which claims are refused; nil if they are accepted.
  private func refusal(of json: String) throws -> Problem? {
    let members = try #require(try JSONDocument(Array(json.utf8)[...]).object)
    do throws(Problem) {
      _ = try claims.identity(members, at: Double(Self.now))
      return nil
    } catch {
      return error
    }
  }

  /// Returns valid claims with some replaced; a nil value removes a claim.
  private func json(_ changes: [String: String?]) -> String {
    var members: [String: String?] = [
      "iss": #""https://id.example.org""#, "aud": #""chatter""#, "sub": #""ana""#,
      "exp": "\(Self.now + 300)",
    ]
    for (name, value) in changes { members[name] = .some(value) }
    let parts = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(parts.joined(separator: ","))}"
  }

  @Test func returnsTheUser() throws {
    let members = try #require(try JSONDocument(Array(json(["sub": #""Zoë ☕""#]).utf8)[...]).object)
    #expect(try claims.identity(members, at: Double(Self.now)).username == "Zoë ☕")
  }

  @Test(
    arguments: [
      #""chatter""#, #"["chatter"]"#, #"["other","chatter"]"#,
    ])
  func acceptsItsAudienceAloneOrInAList(audience: String) throws {
    #expect(try refusal(of: json(["aud": audience])) == nil)
  }

  @Test(
    arguments: [
      nil, "null", #""Chatter""#, #""chatter ""#, #""""#, "[]", #"["other"]"#, #"[["chatter"]]"#,
      #"["chatter",1]"#, #"{"chatter":true}"#, "1",
    ])
  func refusesOtherAudiences(audience: String?) throws {
    let refusal = try refusal(of: json(["aud": audience]))
    #expect(refusal?.reason == "audience" && refusal?.kind == .unauthorized)
  }

  @Test func refusesAListOfVeryManyAudiences() throws {
    let others = [String](repeating: #""other""#, count: 64)
    let list = "[\((others + [#""chatter""#]).joined(separator: ","))]"
    #expect(try refusal(of: json(["aud": list]))?.reason == "audience")
  }

  @Test(
    arguments: [
      nil, "null", #""https://id.example.org/""#, #""HTTPS://id.example.org""#,
      #"["https://id.example.org"]"#, #""""#,
    ])
  func refusesOtherIssuers(issuer: String?) throws {
    #expect(try refusal(of: json(["iss": issuer]))?.reason == "issuer")
  }

  @Test(
    arguments: [
      (nil, "no-expiry"), ("null", "no-expiry"), (#""1800000300""#, "no-expiry"),
      ("1e999", "no-expiry"), ("true", "no-expiry"), ("0", "expired"), ("-1", "expired"),
      ("\(now - 60)", "expired"), ("\(now - 59)", nil), ("\(now)", nil), ("\(now).5", nil),
      ("1.8000003e9", nil),
    ] as [(String?, String?)])
  func needsAnExpiryInTheFutureOrWithinTheClockSkew(expiry: String?, reason: String?) throws {
    #expect(try refusal(of: json(["exp": expiry]))?.reason == reason)
  }

  @Test func refusesLogoutTokens() throws {
    let event = #"{"http://schemas.openid.net/event/backchannel-logout":{}}"#
    #expect(try refusal(of: json(["events": event]))?.reason == "type")
  }

  @Test(arguments: ["nbf", "iat"])
  func refusesTimesInTheFutureBeyondTheClockSkew(name: String) throws {
    let cases: [(String?, String?)] = [
      (nil, nil), ("0", nil), ("\(Self.now)", nil), ("\(Self.now + 60)", nil),
      ("\(Self.now + 61)", "not-yet-valid"), ("1e999", "not-yet-valid"),
      (#""\#(Self.now)""#, "malformed"), ("null", "malformed"),
    ]
    for (value, reason) in cases {
      #expect(try refusal(of: json([name: value]))?.reason == reason, "\(value ?? "absent")")
    }
  }

  @Test func refusesNamesThatAreNotUsernames() throws {
    let longest = String(repeating: "ä", count: 255)
    #expect(try refusal(of: json(["sub": "\"\(longest)\""])) == nil)
    for name in [nil, "null", "7", #""""#, #""a\u0000b""#, "\"\(longest)a\"", #"["ana"]"#] {
      let refusal = try refusal(of: json(["sub": name]))
      #expect(refusal?.reason == "user-claim" && refusal?.kind == .forbidden)
    }
  }
}
