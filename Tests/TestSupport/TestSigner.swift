private import COpenSSL
internal import Chatter
public import Crypto
internal import System

/// The private key of an identity provider, which signs tokens.
@safe
public final class TestSigner: Sendable {
  public let algorithm: SignatureAlgorithm
  /// The id of the key in tokens and in the key set.
  public let id: String
  private let handle: ThreadSafePointer<OpaquePointer>

  /// Generates a key; an RSA key has 2048 bits unless told otherwise.
  public init(_ algorithm: SignatureAlgorithm, id: String, bits: Int = 2048) throws {
    (self.algorithm, self.id) = (algorithm, id)
    guard OpenSSLLibrary.isKept else { throw SigningError() }
    let made =
      switch algorithm {
      case .es256: unsafe openssl_EVP_EC_gen("P-256")
      case .rs256: unsafe openssl_EVP_RSA_gen(bits)
      case .edDSA: unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, Self.seed(), 32)
      }
    guard let made = unsafe made else { throw SigningError() }
    unsafe handle = ThreadSafePointer(made)
  }

  deinit { unsafe EVP_PKEY_free(handle.value) }

  public struct SigningError: Error {}

  private static func seed() -> [UInt8] { (0..<32).map { _ in UInt8.random(in: 0...255) } }

  /// Returns a signature as a token has it.
  public func sign(_ message: [UInt8]) throws -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { throw SigningError() }
    defer { unsafe EVP_MD_CTX_free(context) }
    let digest = unsafe algorithm == .edDSA ? nil : EVP_sha256()
    var signature = [UInt8](repeating: 0, count: 1024)
    var count = signature.count
    guard unsafe EVP_DigestSignInit(context, nil, digest, nil, handle.value) == 1,
      unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    else { throw SigningError() }
    let bytes = Array(signature.prefix(count))
    return algorithm == .es256 ? Self.plainSignature(ofDER: bytes) : bytes
  }

  /// Returns `r` and `s` with 32 bytes each, from a SEQUENCE of two INTEGERs.
  private static func plainSignature(ofDER der: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = der.dropFirst(2)
    for _ in 0..<2 {
      let count = Int(rest[rest.startIndex + 1])
      let digits = Array(rest.dropFirst(2).prefix(count)).suffix(32)
      plain += [UInt8](repeating: 0, count: 32 - digits.count) + digits
      rest = rest.dropFirst(2 + count)
    }
    return plain
  }

  /// The public numbers: `x` and `y`, `n` and `e`, or `x`.
  public func numbers() throws -> [[UInt8]] {
    switch algorithm {
    case .es256:
      var point = [UInt8](repeating: 0, count: 65)
      var count = 0
      guard
        unsafe EVP_PKEY_get_octet_string_param(handle.value, "pub", &point, point.count, &count)
          == 1, count == 65
      else { throw SigningError() }
      return [Array(point[1..<33]), Array(point[33...])]
    case .rs256: return [try number("n"), try number("e")]
    case .edDSA:
      var key = [UInt8](repeating: 0, count: 32)
      var count = key.count
      guard unsafe EVP_PKEY_get_raw_public_key(handle.value, &key, &count) == 1 else {
        throw SigningError()
      }
      return [key]
    }
  }

  private func number(_ name: String) throws -> [UInt8] {
    var number: OpaquePointer?
    guard unsafe EVP_PKEY_get_bn_param(handle.value, name, &number) == 1 else {
      throw SigningError()
    }
    defer { unsafe BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = unsafe BN_bn2bin(number, &bytes)
    return Array(bytes.prefix(Int(count)))
  }

  /// The key as a JSON Web Key, without its braces.
  public func keyMembers() throws -> String {
    let numbers = try numbers().map { Base64URL.encode($0) }
    let parts =
      switch algorithm {
      case .es256: #""kty":"EC","crv":"P-256","x":"\#(numbers[0])","y":"\#(numbers[1])""#
      case .rs256: #""kty":"RSA","n":"\#(numbers[0])","e":"\#(numbers[1])""#
      case .edDSA: #""kty":"OKP","crv":"Ed25519","x":"\#(numbers[0])""#
      }
    return #""kid":"\#(id)",\#(parts)"#
  }

  /// Returns a set of keys, in JSON.
  public static func keySet(_ signers: [TestSigner]) throws -> String {
    let keys = try signers.map { "{\(try $0.keyMembers()),\"use\":\"sig\"}" }
    return #"{"keys":[\#(keys.joined(separator: ","))]}"#
  }

  /// Returns a signed token.
  ///
  /// - Parameters:
  ///   - claims: The payload, in JSON.
  ///   - header: The header, in JSON; by default the algorithm and the id of the key.
  public func token(_ claims: String, header: String? = nil) throws -> String {
    let header = header ?? #"{"alg":"\#(algorithm.rawValue)","kid":"\#(id)","typ":"JWT"}"#
    let signed = Base64URL.encode(header.utf8) + "." + Base64URL.encode(claims.utf8)
    return signed + "." + Base64URL.encode(try sign(Array(signed.utf8)))
  }
}
