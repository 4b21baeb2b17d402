import Chatter
import HTTP
import Postgres

@testable import ChatterServer
@testable import ChatterStore

/// What a test does not ask for.
extension ListSource {
  func response(to request: Request, for call: Call) async throws -> Response {
    Response(.internalServerError)
  }

  func contentVersion() async throws -> UInt64? { nil }
  func refresh() async {}
  func checkReadiness() async throws {}
}

extension ChattSource {
  func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? { nil }
  func page(_ query: PageQuery, for client: String) async throws -> ChattPage { ChattPage() }
  func delete(_ id: ChattID, for client: String) async throws -> Bool { false }
  func deleteSecret() async throws -> [UInt8] { Array(repeating: 1, count: 32) }

  func clip(
    of chatt: StoredChatt, at range: Range<Int>, for client: String
  ) async throws -> [UInt8]? { nil }

  func changes(
    since position: EventPosition, upTo horizon: PostgresSnapshot, for client: String
  ) async throws -> EventBatch {
    EventBatch(epoch: position.epoch, horizon: horizon)
  }
}
