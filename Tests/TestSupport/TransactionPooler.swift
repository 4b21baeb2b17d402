import Foundation

/// A PgBouncer in front of a database, in transaction pooling mode; it ends when the last reference
/// is released.
public final class TransactionPooler: Sendable {
  /// The URL of the database through PgBouncer.
  public let url: String
  private let program: RunningProgram
  private let directory: TemporaryDirectory

  /// - Parameter serversMax: The number of PostgreSQL sessions that all clients share.
  public init(before database: TestDatabase, serversMax: Int) async throws {
    guard let parts = URLComponents(string: database.url), let user = parts.user,
      let host = parts.queryItems?.first(where: { $0.name == "host" })?.value
    else { throw NeedError(description: "a pooler needs a database on a Unix socket") }
    directory = try TemporaryDirectory()
    let settings = try directory.write(
      """
      [databases]
      \(database.name) = host=\(host) user=\(user)
      [pgbouncer]
      auth_type = any
      listen_addr =
      listen_port = 6432
      unix_socket_dir = \(directory.path)
      pool_mode = transaction
      default_pool_size = \(serversMax)
      max_client_conn = 500
      """, to: "pgbouncer.ini")
    program = try await Self.start(settings, in: directory, besides: host)
    _ = try await program.line(containing: "process up")
    url = "postgresql://\(user)@/\(database.name)?host=\(directory.path)&port=6432"
  }

  /// The log so far.
  public var log: String { program.errors }

  /// Starts PgBouncer. It refuses to run as root. As root it is therefore run as PostgreSQL's user,
  /// since only that user may use PostgreSQL's socket.
  private static func start(
    _ settings: String, in directory: TemporaryDirectory, besides socketDirectory: String
  ) async throws -> RunningProgram {
    // Debian installs it in a directory that an ordinary user's PATH does not include.
    let path = "/usr/sbin/pgbouncer"
    let command = FileManager.default.isExecutableFile(atPath: path) ? path : "pgbouncer"
    guard geteuid() == 0 else { return try await RunningProgram(command, [settings]) }
    let attributes = try FileManager.default.attributesOfItem(atPath: socketDirectory)
    guard let owner = attributes[.ownerAccountID] as? Int,
      let group = attributes[.groupOwnerAccountID] as? Int
    else { throw NeedError(description: "\(socketDirectory) has no owner") }
    try FileManager.default.setAttributes(
      [.ownerAccountID: owner, .groupOwnerAccountID: group], ofItemAtPath: directory.path)
    // The kernel clears the parent-death signal when the user changes, so it is set again.
    return try await RunningProgram(
      "setpriv",
      ["--reuid", "\(owner)", "--regid", "\(group)", "--clear-groups", "--pdeathsig", "KILL"]
        + [command, settings])
  }
}
