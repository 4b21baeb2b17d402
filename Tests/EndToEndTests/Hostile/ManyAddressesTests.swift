import EventLoop
import TestSupport
import Testing

@Suite(
  .needs(.postgreSQL),
  .served("--loops", "1", "--rate-limit", "1", "--proxy-protocol-from", "127.0.0.2/32"))
struct ManyAddressesTests {
  /// More posts than a burst of `--rate-limit 1` allows.
  static let postCount = 60

  @Test func limitsIPv6AddressesByTheirSlash64() async throws {
    let server = try ServerProcess.required()
    try await server.attacked { attack in
      var statuses: [Int?] = []
      for number in 0..<Self.postCount where statuses.last != 429 {
        statuses.append(try await Self.post(from: "2001:db8:0:1::\(number + 1)", attack))
      }
      #expect(statuses.first == 200)
      #expect(statuses.last == 429)
      #expect(try await Self.post(from: "2001:db8:0:2::1", attack) == 200)
    }
    #expect(try await server.response(to: .text("ada")).status == 200)
  }

  private static func post(from address: String, _ attack: Attack) async throws -> Int? {
    let header = "PROXY TCP6 \(address) 2001:db8::ff 40000 443\r\n"
    let client = try await attack.connect(after: Array(header.utf8))
    defer { client.close() }
    try await client.send(WireRequest.text(uniqueName()).bytes)
    return try await client.status()
  }
}
