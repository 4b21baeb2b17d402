import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served("--loops", "1", "--rate-limit", "0"))
struct LongClipTests {
  @Test func servesOthersDuringALongUpload() async throws {
    let server = try ServerProcess.required()
    let clip = try LongClips.clip(mediaBytes: 8 << 20)
    let request = LongClips.costlyPost(of: clip)
    let statuses = try await server.servesOthers { try await $0.statusesOfPostAndList(request) }
    #expect(statuses == [200, 200])
    let row = try await server.withClient { try await $0.rows("/getaudio/").first }
    #expect(row?.last == clip.base64)
  }
}
