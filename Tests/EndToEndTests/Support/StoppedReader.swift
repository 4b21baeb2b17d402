import System
import TLS
import TestSupport
import Testing

/// A client that stops in the middle of a long getaudio, and reads the rest when it is over.
final class StoppedReader {
  static let listMemoryMax = 1 << 20
  static let clipCount = 500
  /// The least length of the response.
  static let bytesMin = clipCount * 133_336

  private let client: TestClient
  private var receivedCount = 0
  private var buffer: [UInt8] = []

  init(_ client: TestClient) { self.client = client }

  /// Writes clips of 100 kB with SQL; their contents do not matter.
  static func fill(_ database: TestDatabase, of server: ServerProcess) async throws {
    try await database.run(
      """
      insert into chatts (id, username, message, audio, audio_codec, audio_duration_us,
        audio_sample_rate, audio_channels)
      select gen_random_uuid(), 'ada', 'm', decode(repeat('00ff7f', 33334), 'hex'), 'aac-lc', 1, 1, 1
      from generate_series(1, \(clipCount))
      """)
    #expect(try await server.response(to: .get("/getchatts/")).rows().count == clipCount)
  }

  /// Requests the list and reads its first bytes.
  func begin() async throws {
    try await client.send(WireRequest.get("/getaudio/").bytes)
    receivedCount = try await client.stream.read(
      into: &buffer, atMost: 512, until: .after(hangTimeout))
  }

  /// Reads the rest, and returns the number of bytes of the response.
  func finish() async throws -> Int {
    while !buffer.suffix(5).elementsEqual("0\r\n\r\n".utf8) {
      buffer = Array(buffer.suffix(5))
      let count = try await client.stream.read(
        into: &buffer, atMost: 1 << 20, until: .after(hangTimeout))
      try #require(count > 0)
      receivedCount += count
    }
    return receivedCount
  }
}
