import Chatter
import Crypto
import TestSupport
import Testing

@testable import ChatterServer

struct KeySetTests {
  private func error(of json: String) -> KeySetError? {
    do throws(KeySetError) {
      _ = try KeySet(Array(json.utf8))
      return nil
    } catch {
      return error
    }
  }

  private func keys(_ json: String) throws -> [String?] {
    try KeySet(Array(#"{"keys":[\#(json)]}"#.utf8)).keys.map(\.id)
  }

  @Test func readsKeysOfEachTypeAndLeavesOutOthers() throws {
    let signers = try SignatureAlgorithm.allCases.map { try TestSigner($0, id: $0.rawValue) }
    let members = try signers.map { try $0.keyMembers() }
    #expect(
      try keys(
        """
        {\(members[0]),"use":"sig","alg":"ES256"},
        {\(members[1]),"key_ops":["sign","verify"]},
        {\(members[2]),"alg":"Ed25519","x5t":"abc"},
        {\(members[0]),"use":"enc"}, {\(members[0]),"key_ops":["encrypt"]},
        {\(members[1]),"alg":"PS256"}, {\(members[1]),"alg":"ES256"}, {\(members[1]),"alg":1},
        {"kty":"EC","crv":"P-384","x":"AA","y":"AA"}, {"kty":"OKP","crv":"X25519","x":"AA"},
        {"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}, {"kty":"new"}, {}
        """) == ["ES256", "RS256", "EdDSA"])
  }

  @Test func selectsKeysByAlgorithmAndID() throws {
    let signers = [
      try TestSigner(.es256, id: "a"), try TestSigner(.es256, id: "b"),
      try TestSigner(.edDSA, id: "a"),
    ]
    let set = try KeySet(Array(TestSigner.keySet(signers).utf8))
    let message = Array("m".utf8)
    for signer in signers {
      let key = try #require(set.key(for: signer.algorithm, id: signer.id))
      #expect(try key.verifies(signer.sign(message), of: message))
    }
    #expect(set.key(for: .edDSA, id: nil) != nil)
    #expect(set.key(for: .es256, id: nil) == nil, "a token must name one of two keys")
    #expect(set.key(for: .es256, id: "c") == nil && set.key(for: .rs256, id: nil) == nil)
  }

  @Test(
    arguments: [
      "", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[1]}"#, #"{"keys":null}"#,
      #"{"keys":[],"keys":[]}"#, #"{"keys":[]"#,
    ])
  func refusesWhatIsNotAKeySet(json: String) {
    #expect(error(of: json) == .malformed)
  }

  @Test func refusesSetsWithoutAUsableKey() {
    #expect(error(of: #"{"keys":[]}"#) == .noKey)
    #expect(error(of: #"{"keys":[{"kty":"EC","crv":"P-521"}]}"#) == .noKey)
  }

  @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
  func refusesPrivateAndSymmetricKeys(member: String) throws {
    let key = try TestSigner(.es256, id: "a").keyMembers()
    #expect(error(of: #"{"keys":[{\#(key),"\#(member)":"AAAA"}]}"#) == .privateKey)
    #expect(error(of: #"{"keys":[{"kty":"oct","\#(member)":"AAAA"}]}"#) == .privateKey)
  }

  @Test func refusesKeysThatAreNotValid() throws {
    let zero = String(repeating: "A", count: 43)
    let cases: [(String, PublicKeyError)] = [
      (#""kty":"EC","crv":"P-256","x":"\#(zero)","y":"\#(zero)""#, .invalid),
      (#""kty":"EC","crv":"P-256","x":"\#(zero)""#, .invalid),
      (#""kty":"EC","crv":"P-256","x":"AA","y":"AA""#, .wrongSize),
      (#""kty":"RSA","n":"AQAB","e":"AQAB""#, .modulusTooShort),
      (#""kty":"RSA","n":"AQ AB","e":"AQAB""#, .invalid),
      (#""kty":"OKP","crv":"Ed25519","x":"AAAA""#, .wrongSize),
      (#""kty":"OKP","crv":"Ed25519","x":7"#, .invalid),
    ]
    for (members, expected) in cases {
      let found = error(of: #"{"keys":[{"kid":"k",\#(members)}]}"#)
      #expect(found == .key(id: "k", expected), "\(members)")
    }
  }

  @Test func limitsTheSizeAndTheNumberOfKeys() throws {
    #expect(error(of: String(repeating: " ", count: KeySet.bytesMax + 1)) == .tooLarge)
    let key = try "{\(TestSigner(.edDSA, id: "a").keyMembers())}"
    let list = { (count: Int) in
      #"{"keys":["# + [String](repeating: key, count: count).joined(separator: ",") + "]}"
    }
    #expect(error(of: list(KeySet.keysMax)) == nil)
    #expect(error(of: list(KeySet.keysMax + 1)) == .tooLarge)
  }
}
