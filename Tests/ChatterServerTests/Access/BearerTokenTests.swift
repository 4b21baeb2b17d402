import HTTP
import TestSupport
import Testing

@testable import ChatterServer

struct BearerTokenTests {
  enum Reason: String {
    case missing, repeated, oversized, malformed
    case otherScheme = "other-scheme"
  }

  private func token(_ values: [String]) throws -> String {
    var fields = HeaderFields()
    for value in values { fields.append(.authorization, try FieldValue(value)) }
    return try BearerToken(fields).text
  }

  @Test(
    arguments: [
      ("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER  abc", "abc"),
      ("Bearer a-._~+/9Z==", "a-._~+/9Z=="), ("Bearer \(String(repeating: "a", count: 8192))", nil),
    ])
  func readsTheTokenAfterTheScheme(value: String, expected: String?) throws {
    #expect(try token([value]) == expected ?? String(value.dropFirst(7)))
  }

  @Test(
    arguments: [
      ([], .missing), ([""], .missing), (["Bearer"], .missing), (["bearer"], .missing),
      (["Basic YTpi"], .otherScheme), (["abc"], .otherScheme), (["Bearerabc"], .otherScheme),
      (["Bearer=abc x"], .otherScheme), (["Bearer\tabc"], .otherScheme),
      (["Bearer a b"], .malformed), (["Bearer a,b"], .malformed), (["Bearer \"a\""], .malformed),
      (["Bearer a=b"], .malformed), (["Bearer ="], .malformed), (["Bearer gr\u{FC}n"], .malformed),
      (["Bearer \u{FF41}bc"], .malformed), (["Bearer a\tb"], .malformed),
      (["Bearer abc", "Bearer abc"], .repeated), (["", "Bearer abc"], .repeated),
      (["Bearer \(String(repeating: "a", count: 8193))"], .oversized),
    ] as [([String], Reason)])
  func namesWhatIsWrong(values: [String], expected: Reason) {
    let denial = #expect(throws: Problem.self) { try token(values) }
    #expect(denial?.code == "token-\(expected.rawValue)")
  }

  @Test func refusesEveryMutationOrReadsItAsItIs() throws {
    var generator = SeededGenerator(state: 115)
    let valid = Array("Bearer chatter_0123456789-_ABCdef=".utf8)
    for _ in 0..<20_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = .random(in: 0...255, using: &generator)
        case 1: bytes.insert(.random(in: 0...255, using: &generator), at: place)
        default: bytes.remove(at: place)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let value = try? FieldValue(text), let read = try? token([value.text]) else { continue }
      #expect(text.lowercased().hasPrefix("bearer ") && text.hasSuffix(read))
      #expect(!read.contains(" ") && read.utf8.allSatisfy { $0 < 0x7F })
    }
  }
}
