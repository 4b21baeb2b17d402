import Chatter
import TestSupport

@testable import ChatterClient

/// A server as a timeline, through the client library; errors are those of the client.
struct RemoteTimeline: Timeline {
  private let calls: RemoteCalls

  init(_ server: Server) {
    calls = RemoteCalls(server: server, transport: CurlTransport(), retries: RetryPolicy())
  }

  @discardableResult
  func post(_ chatt: NewChatt) async throws -> ChattID? {
    do throws(CallFailure) {
      try await calls.post(chatt, once: PostKey(randomFor: chatt.call))
    } catch {
      throw error.error
    }
    return nil
  }

  func chatts() async throws -> [Chatt] { try await list(.getChatts) }

  func audio() async throws -> [Chatt] { try await list(.getAudio) }

  private func list(_ call: Call) async throws -> [Chatt] {
    do throws(CallFailure) {
      return try await calls.list(call)?.chatts ?? []
    } catch {
      throw error.error
    }
  }
}
