import Foundation
import TestSupport
import Testing

@testable import Crypto

struct PublicKeyTests {
  // MARK: Published vectors

  private static let claims =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  @Test func acceptsTheRSASignatureOfTheRFC() throws {
    // RFC 7515 appendix A.2.
    let modulus =
      "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrc"
      + "S2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGz"
      + "jb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xs"
      + "mtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8"
      + "q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
    let signature =
      "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Q"
      + "c_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTy"
      + "WzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwu"
      + "sC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5A"
      + "XLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    let key = try PublicKey(rsaModulus: bytes(modulus), exponent: bytes("AQAB"))
    #expect(key.algorithm == .rs256)
    #expect(
      try key.verifies(bytes(signature), of: Array("eyJhbGciOiJSUzI1NiJ9.\(Self.claims)".utf8)))
    #expect(
      try !key.verifies(bytes(signature), of: Array("eyJhbGciOiJSUzI1NiJ9.\(Self.claims)=".utf8)))
  }

  @Test func acceptsTheECDSASignatureOfTheRFC() throws {
    // RFC 7515 appendix A.3.
    let key = try PublicKey(
      p256X: bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
      y: bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
    let signature = try bytes(
      "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
    #expect(key.algorithm == .es256)
    #expect(key.verifies(signature, of: Array("eyJhbGciOiJFUzI1NiJ9.\(Self.claims)".utf8)))
    #expect(!key.verifies(signature, of: Array("eyJhbGciOiJFUzI1NiJ9.\(Self.claims)A".utf8)))
  }

  @Test func acceptsTheEd25519SignatureOfTheRFC() throws {
    // RFC 8037 appendix A.4.
    let key = try PublicKey(ed25519: bytes("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"))
    let signature = try bytes(
      "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
    let message = Array("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8)
    #expect(key.algorithm == .edDSA)
    #expect(key.verifies(signature, of: message))
    #expect(!key.verifies(signature, of: message + [0]))
  }

  // MARK: Signatures that are wrong

  @Test(arguments: SignatureAlgorithm.allCases)
  func acceptsOnlySignaturesOfItsOwnKeyAndOfTheExactSize(algorithm: SignatureAlgorithm) throws {
    let (signer, other) = (
      try TestSigner(algorithm, id: "a"), try TestSigner(algorithm, id: "b")
    )
    let message = Array("a message".utf8)
    let signature = try signer.sign(message)
    let key = try publicKey(of: signer)
    #expect(key.verifies(signature, of: message))
    #expect(try !publicKey(of: other).verifies(signature, of: message))
    for count in 0..<signature.count {
      #expect(!key.verifies(Array(signature.prefix(count)), of: message))
    }
    #expect(!key.verifies([0] + signature, of: message))
    #expect(!key.verifies(signature + [0], of: message))
    #expect(!key.verifies(signature, of: []))
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func refusesEverySignatureWithOneBitFlipped(algorithm: SignatureAlgorithm) throws {
    let signer = try TestSigner(algorithm, id: "a")
    let message = Array("a message".utf8)
    let signature = try signer.sign(message)
    let key = try publicKey(of: signer)
    for place in signature.indices {
      for bit in 0..<8 {
        var damaged = signature
        damaged[place] ^= 1 << bit
        #expect(!key.verifies(damaged, of: message), "byte \(place), bit \(bit)")
      }
    }
  }

  @Test func refusesECDSASignaturesWithNumbersOutOfRange() throws {
    let signer = try TestSigner(.es256, id: "a")
    let message = Array("a message".utf8)
    let signature = try signer.sign(message)
    let key = try publicKey(of: signer)
    let order = try bytes("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE")
    let (r, s) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
    let zero = [UInt8](repeating: 0, count: 32)
    let most = [UInt8](repeating: 0xFF, count: 32)
    // The last one is the weakness of verifiers that do not check for zero (CVE-2022-21449).
    for damaged in [zero + s, r + zero, order + s, r + order, most + s, r + most, zero + zero] {
      #expect(!key.verifies(damaged, of: message))
    }
    #expect(!key.verifies(DER.sequence(DER.integer(r), DER.integer(s)), of: message))
  }

  // MARK: Keys that are wrong

  @Test func refusesPointsThatAreNotOnTheCurve() throws {
    let numbers = try TestSigner(.es256, id: "a").numbers()
    var y = numbers[1]
    y[31] ^= 1
    let zero = [UInt8](repeating: 0, count: 32)
    #expect(throws: PublicKeyError.invalid) { try PublicKey(p256X: numbers[0], y: y) }
    #expect(throws: PublicKeyError.invalid) { try PublicKey(p256X: zero, y: zero) }
    #expect(throws: PublicKeyError.wrongSize) {
      try PublicKey(p256X: Array(numbers[0].dropFirst()), y: numbers[1])
    }
    #expect(throws: PublicKeyError.wrongSize) {
      try PublicKey(p256X: [0] + numbers[0], y: numbers[1])
    }
    #expect(throws: PublicKeyError.wrongSize) { try PublicKey(p256X: [], y: []) }
  }

  @Test func refusesRSAKeysThatAreTooShortOrNotKeys() throws {
    let short = try TestSigner(.rs256, id: "a", bits: 1024).numbers()
    #expect(throws: PublicKeyError.modulusTooShort) {
      try PublicKey(rsaModulus: short[0], exponent: short[1])
    }
    // Zeros before a short modulus do not make it long.
    #expect(throws: PublicKeyError.modulusTooShort) {
      try PublicKey(rsaModulus: [UInt8](repeating: 0, count: 128) + short[0], exponent: short[1])
    }
    let numbers = try TestSigner(.rs256, id: "a").numbers()
    for exponent: [UInt8] in [[], [0], [1], [2], [1, 0, 0]] {
      #expect(throws: PublicKeyError.invalid) {
        try PublicKey(rsaModulus: numbers[0], exponent: exponent)
      }
    }
    #expect(throws: PublicKeyError.wrongSize) {
      try PublicKey(rsaModulus: numbers[0], exponent: [UInt8](repeating: 3, count: 9))
    }
    #expect(throws: PublicKeyError.wrongSize) {
      try PublicKey(rsaModulus: [UInt8](repeating: 0xFF, count: 1025), exponent: [1, 0, 1])
    }
    #expect(throws: PublicKeyError.modulusTooShort) {
      try PublicKey(rsaModulus: [], exponent: [1, 0, 1])
    }
  }

  @Test func refusesEd25519KeysOfTheWrongSize() {
    for count in [0, 31, 33, 64] {
      #expect(throws: PublicKeyError.wrongSize) {
        try PublicKey(ed25519: [UInt8](repeating: 9, count: count))
      }
    }
  }

  private func publicKey(of signer: TestSigner) throws -> PublicKey {
    let numbers = try signer.numbers()
    return switch signer.algorithm {
    case .es256: try PublicKey(p256X: numbers[0], y: numbers[1])
    case .rs256: try PublicKey(rsaModulus: numbers[0], exponent: numbers[1])
    case .edDSA: try PublicKey(ed25519: numbers[0])
    }
  }

  private func bytes(_ text: String) throws -> [UInt8] {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    return [UInt8](try #require(Data(base64Encoded: plain + padding)))
  }
}
