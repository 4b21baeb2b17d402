public import Chatter
internal import Postgres

extension PostgresTimeline {
  /// Whether the database can be reached and has every migration; throws why it cannot serve.
  public func checkReadiness() async throws(TimelineError) {
    let count = Int32(EmbeddedMigrations.all.count)
    let rows = try await query(
      "select count(*) >= \(count) from schema_migrations", within: limits.readinessTimeout)
    guard rows.first.flatMap({ try? $0.decode(Bool.self, at: 0) }) == true else {
      throw .unavailable(retryAfter: .seconds(1))
    }
  }
}
