public import Postgres
public import System

/// The roles of a private cluster.
///
/// `chatterd` is the superuser that initdb creates, for backups and maintenance. `chatterd_app` is
/// the role of this program: it owns the database, its schema and the objects in it, and nothing
/// else.
enum ClusterRoles {
  static let superuser = "chatterd"
  static let application = "chatterd_app"
  static let database = "chatterd"

  /// Creates the application's role and makes it the owner of the objects that it does not own yet.
  ///
  /// These are all objects in a new cluster or in one that an earlier version created, the tables
  /// of a restored backup, and otherwise usually none. The script is one transaction: a crash
  /// leaves it undone, and the next start runs it again.
  ///
  /// Members of extensions keep their owner. A column's sequence changes its owner with its table.
  static let script = String(decoding: PackageResources.application_role_sql, as: UTF8.self)
}

extension PrivateCluster {
  /// Ensures that the application's role exists and owns the database and what is in it.
  public func prepareRoles(on connection: PostgresConnection, until deadline: Deadline)
    async throws(PostgresError)
  {
    try await connection.execute(script: ClusterRoles.script, until: deadline)
  }
}
