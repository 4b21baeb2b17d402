/// How many database connections a server opens, from its options.
struct DatabaseConnections: Sendable, Equatable {
  /// With fewer, posts with keys that wait for others, and clips that are fetched, would keep every
  /// list of a loop waiting.
  static let perLoopMin = 3
  /// Beside the pools: one that listens for notifications, one that migrates at the start.
  static let besidePools = 2
  /// What the private cluster has beyond that, for psql, pg_dump and sessions that are ending;
  /// three of them are for the superuser alone (`superuser_reserved_connections`).
  static let clusterReserve = 10

  let loops: Int
  /// What `--database-connections` asks for.
  let asked: Int

  /// The loops share what the option allows, as far as there is enough.
  var perLoop: Int { max(Self.perLoopMin, asked / loops) }
  /// The most that the server opens at a time.
  var total: Int { loops * perLoop + Self.besidePools }
  /// `max_connections` of the private cluster.
  var clusterMax: Int { total + Self.clusterReserve }

  /// Why a database that lets this many connections in does not do, and what to change; nil where
  /// it does.
  func refusal(allowed: Int) -> String? {
    guard total > allowed else { return nil }
    let loopsMax = max(1, (allowed - Self.besidePools) / Self.perLoopMin)
    let advice =
      perLoop > Self.perLoopMin
      ? "lower --database-connections to \(max(1, allowed - Self.besidePools))"
      : "lower --loops to \(loopsMax)"
    return "the database lets \(allowed) connections in and these options may open \(total): "
      + "\(advice), or raise the database's max_connections by \(total - allowed) (or the limit of "
      + "its role or database)"
  }
}

extension Configuration {
  var databaseConnections: DatabaseConnections {
    DatabaseConnections(loops: loops, asked: databaseConnectionsMax)
  }
}
