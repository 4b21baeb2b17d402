import Chatter
import HTTP
import TestSupport

@testable import ChatterServer

/// The lists of a timeline in memory, encoded again for each response.
struct InMemoryLists: ListSource {
  let timeline: InMemoryTimeline

  func chatts(for request: Request) async throws -> Response {
    Response(json: ListProfile().encode(try await timeline.chatts(), audio: false))
  }

  func audio(for request: Request) async throws -> Response {
    Response(json: ListProfile().encode(try await timeline.audio(), audio: true))
  }

  func refresh() async {}
  func checkReadiness() async throws {}
}

/// For services whose lists are not requested.
struct NoLists: ListSource {
  func chatts(for request: Request) async throws -> Response { Response(.internalServerError) }
  func audio(for request: Request) async throws -> Response { Response(.internalServerError) }
  func refresh() async {}
  func checkReadiness() async throws {}
}
