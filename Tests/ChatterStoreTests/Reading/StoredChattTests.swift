import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterStore

struct StoredChattTests {
  @Test func writesTheContractsObject() throws {
    let json = String(
      decoding: StoredChatt.sample(clip: .sample(bytes: 21873)).json, as: UTF8.self)
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
    let json = String(decoding: StoredChatt.sample(message: nil).json, as: UTF8.self)
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
