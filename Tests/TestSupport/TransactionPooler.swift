import Foundation

/// A PgBouncer before a database that lends a server for one transaction at a time; it ends when the
/// last reference goes.
public final class TransactionPooler: Sendable {
  /// The URL of the database by way of it.
  public let url: String
  private let program: RunningProgram
  private let directory: TemporaryDirectory

  /// - Parameter serversMax: how many sessions of PostgreSQL all its clients share.
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

  /// What it has logged.
  public var log: String { program.errors }

  /// As root it refuses to run: then it runs as who PostgreSQL runs as, whose socket is for him alone.
  private static func start(
    _ settings: String, in directory: TemporaryDirectory, besides socketDirectory: String
  ) async throws -> RunningProgram {
    // Debian has it where an ordinary user's PATH does not lead.
    let path = "/usr/sbin/pgbouncer"
    let command = FileManager.default.isExecutableFile(atPath: path) ? path : "pgbouncer"
    guard geteuid() == 0 else { return try await RunningProgram(command, [settings]) }
    let attributes = try FileManager.default.attributesOfItem(atPath: socketDirectory)
    guard let owner = attributes[.ownerAccountID] as? Int,
      let group = attributes[.groupOwnerAccountID] as? Int
    else { throw NeedError(description: "\(socketDirectory) has no owner") }
    try FileManager.default.setAttributes(
      [.ownerAccountID: owner, .groupOwnerAccountID: group], ofItemAtPath: directory.path)
    // The kernel forgets the signal at a parent's death when the user changes, so it is set anew.
    return try await RunningProgram(
      "setpriv",
      ["--reuid", "\(owner)", "--regid", "\(group)", "--clear-groups", "--pdeathsig", "KILL"]
        + [command, settings])
  }
}
