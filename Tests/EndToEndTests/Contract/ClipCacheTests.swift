import EventLoop
import Foundation
import TLS
import TestSupport
import Testing

@Suite("Contract: clips that are not cached (needs PostgreSQL)", .needs(.postgreSQL))
struct ClipCacheTests {
  @Test(
    arguments: ["0", "20KiB", "256MiB"],
    [[], ["--list-order", "oldest"], ["--list-shape", "wrapped", "--list-order", "oldest"]])
  func returnsCompleteGetaudioWithAnyCacheSize(bytesMax: String, profile: [String]) async throws {
    let server = try await ServerProcess(options: ["--list-memory-max", bytesMax] + profile)
    let clips = try (1...12 as ClosedRange<UInt64>).map { try Clips.clip(of: $0) }
    let long = try Clips.clip(with: [UInt8](repeating: 7, count: 700_000))
    try await server.withClient { client async throws in
      for (number, clip) in (clips + [long]).enumerated() {
        #expect(try await client.response(to: .clip("\(number)", clip)).status == 200)
        #expect(try await client.response(to: .text("text")).status == 200)
      }
    }
    var expected: [[String?]] = []
    for (number, clip) in (clips + [long]).enumerated() {
      expected += [["\(number)", clip.base64], ["text", nil]]
    }
    if profile.isEmpty { expected.reverse() }
    let lines = expected
    for _ in 0..<2 {
      for accept in ["identity", "gzip", "deflate"] {
        let options = ["--compressed", "--header", "Accept-Encoding: \(accept)"]
        let outcome = try await Curl(server: server).call("/getaudio/", options: options)
        var value = try JSONSerialization.jsonObject(with: Data(outcome.body))
        if profile.contains("wrapped") { value = (value as? [String: Any])?["chatts"] ?? value }
        let rows = try TestResponse.rows(of: value).map { [$0[0], $0[4]] }
        #expect(rows == lines)
      }
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func boundsMemoryForASlowReaderOf50MB() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--list-memory-max", "1MiB"])
    // 500 clips of 100 kB, written with SQL; their contents do not matter.
    try await database.run(
      """
      insert into chatts (id, username, message, audio, audio_codec, audio_duration_us,
        audio_sample_rate, audio_channels)
      select gen_random_uuid(), 'ada', 'm', decode(repeat('00ff7f', 33334), 'hex'), 'aac-lc', 1, 1, 1
      from generate_series(1, 500)
      """)
    #expect(try await server.response(to: .get("/getchatts/")).rows().count == 500)
    let before = try server.residentBytes
    try await server.withClient { client async throws in
      try await client.send(WireRequest.get("/getaudio/").bytes)
      var (received, buffer): (Int, [UInt8]) = (0, [])
      let slowUntil = ContinuousClock.now + .seconds(2)
      while ContinuousClock.now < slowUntil {
        received += try await client.stream.read(
          into: &buffer, atMost: 512, until: .after(.seconds(20)))
        try await Task.sleep(for: .milliseconds(500))
      }
      #expect(try server.residentBytes - before < 16 << 20)
      while !buffer.suffix(5).elementsEqual("0\r\n\r\n".utf8) {
        buffer = Array(buffer.suffix(5))
        let count = try await client.stream.read(
          into: &buffer, atMost: 1 << 20, until: .after(.seconds(20)))
        try #require(count > 0)
        received += count
      }
      #expect(received > 500 * 133_336)
    }
    #expect(try server.residentBytes - before < 24 << 20)
    #expect(try await server.stop() == .exited(0))
  }
}
