import EventLoop
import Foundation
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
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

  @Test func servesOthersBesideAReaderOf50MBThatHasStopped() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database),
      options: ["--list-memory-max", "\(StoppedReader.listMemoryMax)"]
        + ServerProcess.figureOptions)
    try await StoppedReader.fill(database, of: server)
    try await server.withClient { client async throws in
      let stopped = StoppedReader(client)
      try await stopped.begin()
      // Retired memory has its own limit, which is 16 MiB here.
      try await eventually {
        try await server.figure("chatterd_list_memory_bytes")
          <= StoppedReader.listMemoryMax + (16 << 20)
      }
      #expect(try await server.response(to: .text("ada")).status == 200)
      let rows = try await server.withClient { try await $0.rows() }
      #expect(rows.count == StoppedReader.clipCount + 1)
      #expect(try await stopped.finish() > StoppedReader.bytesMin)
    }
    #expect(try await server.stop() == .exited(0))
  }
}
