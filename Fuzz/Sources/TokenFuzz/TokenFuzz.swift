import ChatterServer
import Crypto
import FuzzInput
import HTTP

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
///
/// The input is the value of `Authorization`, a line feed, and a set of keys.
@c(LLVMFuzzerTestOneInput)
public func fuzzToken(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  let lines = input.bytes.split(
    separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
  let keys = lines.dropFirst().first.flatMap { try? KeySet(Array($0)) }
  guard let value = lines.first.flatMap({ try? FieldValue(String(decoding: $0, as: UTF8.self)) }),
    let bearer = try? BearerToken([.authorization: value])
  else { return 0 }
  claim(bearer.text.utf8.count <= BearerToken.bytesMax, "a token keeps to its limit")
  claim(!bearer.text.utf8.contains { $0 <= 0x20 || $0 >= 0x7F }, "a token is visible ASCII")
  guard let token = try? JSONWebToken(bearer.text) else { return 0 }
  claim((try? JSONWebToken(bearer.text + ".")) == nil, "a token has three parts")
  claim((try? JSONWebToken(bearer.text)) == token, "a token is always the same")
  claimsAreChecked(token)
  guard let key = keys?.key(for: token.algorithm, id: token.keyID), token.isSigned(by: key) else {
    return 0
  }
  otherTokensAreNotSigned(bearer.text, by: key, at: input.chunkBytes)
  return 0
}

/// A token of any claims has expired at the end of time.
private func claimsAreChecked(_ token: JSONWebToken) {
  let claims = TokenClaims(issuer: "i", audience: "a")
  _ = try? claims.identity(of: token, at: 1_800_000_000)
  let isValid = (try? claims.identity(of: token, at: .greatestFiniteMagnitude)) != nil
  claim(!isValid, "a token expires")
}

/// A token with one other character is malformed, or not signed.
private func otherTokensAreNotSigned(_ text: String, by key: PublicKey, at step: Int) {
  let bytes = Array(text.utf8)
  for index in stride(from: step - 1, to: bytes.count, by: 32) {
    var other = bytes
    other[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    guard let token = try? JSONWebToken(String(decoding: other, as: UTF8.self)) else { continue }
    claim(!token.isSigned(by: key), "a token with another character at \(index) is signed")
  }
}
