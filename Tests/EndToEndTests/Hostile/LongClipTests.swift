import TestSupport
import Testing

@Suite(
  "Hostile: one long clip (needs PostgreSQL and a socket)", .needs(.postgreSQL),
  .served("--loops", "1", "--rate-limit", "0"))
struct LongClipTests {
  @Test func servesOthersDuringALongUpload() async throws {
    let server = try ServerProcess.required()
    let clip = try LongClips.clip(mediaBytes: 8 << 20)
    // As iOS writes it: escaped text costs the most.
    let base64 = clip.base64.replacing("/", with: #"\/"#)
    let request = WireRequest.post(
      "/postaudio/", #"{"username":"ada","message":"listen","audio":"\#(base64)"}"#)
    let (statuses, longest) = try await server.longestWait { attack in
      let client = try await attack.connect()
      defer { client.close() }
      try await client.send(request.bytes)
      let posted = try await client.status()
      let second = try await attack.connect()
      defer { second.close() }
      try await second.send(
        WireRequest.get("/getaudio/").with(fields: "Accept-Encoding: gzip").bytes)
      return [posted, try await second.status()]
    }
    #expect(statuses == [200, 200])
    #expect(longest < .seconds(1))
    let row = try await server.withClient { try await $0.rows("/getaudio/").first }
    #expect(row?.last == clip.base64)
  }
}
