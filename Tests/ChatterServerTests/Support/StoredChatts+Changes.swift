import Postgres

@testable import ChatterServer

/// For chatts of tests without live updates.
extension StoredChatts {
  func changes(
    since position: EventPosition, upTo horizon: PostgresSnapshot, for client: String
  ) async throws -> EventBatch {
    EventBatch(epoch: position.epoch, horizon: horizon)
  }
}
