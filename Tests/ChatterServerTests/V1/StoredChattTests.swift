import Chatter
import Postgres
import Testing

@testable import ChatterServer

struct StoredChattTests {
  static func chatt(message: String? = "hi", clip: StoredChatt.Clip? = nil) throws -> StoredChatt {
    StoredChatt(
      id: try #require(ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51")), username: "ann",
      message: message, createdAt: try #require(Timestamp("2025-01-02T03:04:05.123Z")),
      clip: clip, transaction: PostgresTransactionID(7))
  }

  static func clip(bytes: Int) -> StoredChatt.Clip {
    StoredChatt.Clip(
      facts: AudioFacts(
        duration: .milliseconds(5248), codec: .aacLC, sampleRate: 12000, channels: 1,
        byteCount: bytes),
      sha256: Array(repeating: 0x9F, count: 32))
  }

  @Test func writesTheContractsObject() throws {
    let json = String(
      decoding: try Self.chatt(clip: Self.clip(bytes: 21873)).json, as: UTF8.self)
    let hash = String(repeating: "9f", count: 32)
    #expect(
      json == """
        {"id":"01942485-5e23-7d27-9f0c-0d6a4b0e8a51","username":"ann","message":"hi",\
        "createdAt":"2025-01-02T03:04:05.123Z","audio":{\
        "url":"/v1/audio/01942485-5e23-7d27-9f0c-0d6a4b0e8a51.m4a","mediaType":"audio/mp4",\
        "codec":"aac-lc","duration":5.248,"sampleRate":12000,"channels":1,"bytes":21873,\
        "sha256":"\(hash)"}}
        """)
  }

  @Test func writesNullForWhatIsMissing() throws {
    let json = String(decoding: try Self.chatt(message: nil).json, as: UTF8.self)
    #expect(json.hasSuffix(#""message":null,"createdAt":"2025-01-02T03:04:05.123Z","audio":null}"#))
  }

  @Test(
    arguments: [
      (0, "0"), (1, "0.000001"), (1_000_000, "1"), (5_248_000, "5.248"), (60_010_000, "60.01"),
    ] as [(Int64, String)])
  func writesSecondsAsNumbers(microseconds: Int64, text: String) {
    #expect(StoredChatt.seconds(microseconds) == text)
  }
}
