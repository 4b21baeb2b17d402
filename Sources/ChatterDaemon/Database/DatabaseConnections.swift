/// The number of database connections that a server opens with its options.
struct DatabaseConnections: Sendable, Equatable {
  /// With fewer connections, posts that wait for others with the same key, and clips being fetched,
  /// could block all lists of a loop.
  static let perLoopMin = 3
  /// Connections outside the pools: one for LISTEN, one for migrations at startup.
  static let besidePools = 2
  /// Additional connections of the private cluster, for psql, pg_dump and sessions that are ending;
  /// three of them are reserved for the superuser (`superuser_reserved_connections`).
  static let clusterReserve = 10

  let loops: Int
  /// The value of `--database-connections`.
  let requested: Int

  /// The connections of each loop: an equal part of the option's value, at least `perLoopMin`.
  var perLoop: Int { max(Self.perLoopMin, requested / loops) }
  /// Maximum number of connections that the server opens at a time.
  var total: Int { loops * perLoop + Self.besidePools }
  /// `max_connections` of the private cluster.
  var clusterMax: Int { total + Self.clusterReserve }

  /// Returns why the connections that a database allows are too few, and how to fix it; nil if they
  /// suffice.
  func refusal(allowed: Int) -> String? {
    guard total > allowed else { return nil }
    let loopsMax = max(1, (allowed - Self.besidePools) / Self.perLoopMin)
    let advice =
      perLoop > Self.perLoopMin
      ? "lower --database-connections to \(max(1, allowed - Self.besidePools))"
      : "lower --loops to \(loopsMax)"
    return "the database allows \(allowed) connections, but these options may open \(total): "
      + "\(advice), or raise the database's max_connections by \(total - allowed) (or the limit of "
      + "its role or database)"
  }
}
