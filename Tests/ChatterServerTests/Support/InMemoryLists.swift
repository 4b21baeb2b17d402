import Chatter
import HTTP
import TestSupport

@testable import ChatterServer

/// The lists of a timeline in memory, encoded again for each response.
struct InMemoryLists: ListSource {
  let timeline: InMemoryTimeline
  let readiness: @Sendable () async throws -> Void

  func response(to request: Request, for call: Call) async throws -> Response {
    let hasAudio = call == .getAudio
    let chatts = try await hasAudio ? timeline.audio() : timeline.chatts()
    return Response(json: ListProfile().encode(chatts, audio: hasAudio))
  }

  func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? { nil }
  func page(_ query: PageQuery, for client: String) async throws -> ChattPage { ChattPage() }
  func delete(_ id: ChattID, for client: String) async throws -> Bool { false }
  func deleteSecret() async throws -> [UInt8] { Array(repeating: 1, count: 32) }

  func clip(
    of chatt: StoredChatt, at range: Range<Int>, for client: String
  ) async throws -> [UInt8]? { nil }

  func refresh() async {}
  func checkReadiness() async throws { try await readiness() }
}

/// For services whose lists are not requested.
struct NoLists: ListSource {
  func response(to request: Request, for call: Call) async throws -> Response {
    Response(.internalServerError)
  }

  func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? { nil }
  func page(_ query: PageQuery, for client: String) async throws -> ChattPage { ChattPage() }
  func delete(_ id: ChattID, for client: String) async throws -> Bool { false }
  func deleteSecret() async throws -> [UInt8] { Array(repeating: 1, count: 32) }

  func clip(
    of chatt: StoredChatt, at range: Range<Int>, for client: String
  ) async throws -> [UInt8]? { nil }

  func refresh() async {}
  func checkReadiness() async throws {}
}
