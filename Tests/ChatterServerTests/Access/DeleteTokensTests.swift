import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct DeleteTokensTests {
  /// Counts how often the secret is read.
  private final class Secret: ChattSource {
    let bytes: [UInt8]
    var readCount = 0

    init(_ byte: UInt8) { bytes = Array(repeating: byte, count: 32) }

    func deleteSecret() async throws -> [UInt8] {
      readCount += 1
      return bytes
    }
  }

  private let id = ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51")!
  private let otherID = ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a52")!

  @Test func computesAnHMACOverTheID() async throws {
    let secret = Secret(0x0B)
    let tokens = DeleteTokens()
    // printf 01942485-5e23-7d27-9f0c-0d6a4b0e8a51 | openssl dgst -sha256 -mac HMAC
    //   -macopt hexkey:0b0b… (32 bytes)
    let expected = "1eff6ad6409269397380f9d38da13af709d34fd59c7b5ab5d84afade9191791d"
    #expect(try await tokens.token(of: id, reading: secret) == expected)
    #expect(try await DeleteTokens().token(of: id, reading: Secret(0x0B)) == expected)
    #expect(try await tokens.token(of: otherID, reading: secret) != expected)
    #expect(try await DeleteTokens().token(of: id, reading: Secret(1)) != expected)
    #expect(secret.readCount == 1)
  }

  private func check(_ values: [String]) async throws {
    var fields: HeaderFields = [:]
    for value in values { fields.append(.authorization, try FieldValue(value)) }
    let request = try Request.test(.delete, "/v1/chatts/\(id)", fields: fields)
    try await DeleteTokens().check(request, for: id, reading: Secret(1))
  }

  @Test(arguments: [[], ["Bearer"], ["Basic x"], ["Bearer a b"], ["Bearer a", "Bearer a"]])
  func demandsAToken(values: [String]) async throws {
    await #expect(throws: Problem.noDeleteToken) { try await check(values) }
  }

  @Test func refusesOtherTokens() async throws {
    let other = try await DeleteTokens().token(of: otherID, reading: Secret(1))
    let token = try await DeleteTokens().token(of: id, reading: Secret(1))
    for wrong in [other, token.uppercased(), String(token.dropLast()), token + "0", "x"] {
      await #expect(throws: Problem.wrongDeleteToken) { try await check(["Bearer \(wrong)"]) }
    }
  }
}
