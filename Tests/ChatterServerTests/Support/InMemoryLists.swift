import Chatter
import HTTP
import TestSupport

@testable import ChatterServer
@testable import ChatterStore

/// The lists of a timeline in memory, encoded again for each response.
struct InMemoryLists: ListSource {
  let timeline: InMemoryTimeline
  let readiness: @Sendable () async throws -> Void

  func response(to request: Request, for call: Call) async throws -> Response {
    let hasAudio = call == .getAudio
    let chatts = try await hasAudio ? timeline.audio() : timeline.chatts()
    return Response(json: ListProfile().encode(chatts, audio: hasAudio))
  }

  func checkReadiness() async throws { try await readiness() }
}

/// For services whose lists are not requested.
struct NoLists: ListSource {}

/// For services whose single chatts and pages are not requested.
struct NoChatts: ChattSource {}
