import Foundation
import Sockets
import TestSupport

/// A running chatterd that belongs to one test.
///
/// Its data directory is removed with it, and so is its database, unless the test retains it.
final class ServerProcess: Sendable {
  /// Where the chatts are stored.
  enum Home: Sendable {
    /// A database of the PostgreSQL that `make test` starts.
    case shared(TestDatabase)
    /// The same, reached through another URL.
    case through(String, TestDatabase)
    /// A private cluster in this data directory.
    case ownCluster(PrivateHome)
  }

  let program: RunningProgram
  let address: SocketAddress
  /// The program's `--data-dir`.
  let dataDirectory: TemporaryDirectory
  /// Retained, so that the database is not dropped while the server runs.
  private let home: Home

  /// Starts the program and waits until it serves.
  ///
  /// `options` come after `serve`. Unless they contain `--listen` or `--rate-limit`, it listens on
  /// loopback at a free port, and no address has a rate limit. `path` is the program; by default
  /// the one that was built with the tests.
  init(
    _ home: Home, options: [String] = [], environment: [String: String] = [:],
    program path: String = Repository.program("chatterd")
  ) async throws {
    var arguments = ["serve"]
    switch home {
    case .shared(let database):
      dataDirectory = try TemporaryDirectory()
      arguments += ["--database", database.url]
    case .through(let url, _):
      dataDirectory = try TemporaryDirectory()
      arguments += ["--database", url]
    case .ownCluster(let home):
      dataDirectory = home.directory
      arguments += ["--database", "private"]
    }
    if !options.contains("--listen") { arguments += ["--listen", "127.0.0.1:0"] }
    // Tests post from one address, faster than the default limit allows.
    if !options.contains("--rate-limit") { arguments += ["--rate-limit", "0"] }
    self.home = home
    program = try await RunningProgram(
      path, arguments + ["--data-dir", dataDirectory.path] + options,
      environment: environment)
    let line = try await program.line(containing: "addresses", within: hangTimeout)
    address = try Self.address(in: line)
  }

  /// Starts a server with its own database.
  convenience init(options: [String] = []) async throws {
    try await self.init(.shared(TestDatabase()), options: options)
  }

  /// Returns the first address in the log line with the addresses, as text or as JSON.
  private static func address(in line: String) throws -> SocketAddress {
    guard let found = line.firstMatch(of: /addresses"?[=:]"?([^",]+):([0-9]+)/),
      let port = UInt16(found.2),
      let address = SocketAddress(
        numericHost: found.1.trimmingCharacters(in: ["[", "]"]), port: port)
    else { throw NeedError(description: "no address in: \(line)") }
    return address
  }

  /// The certificate that it generated, with the authority's.
  var certificate: String { dataDirectory.path(of: "chatterd.crt") }
  /// What clients must trust.
  var authority: String { dataDirectory.path(of: "chatterd-ca.crt") }

  /// The prefix of its URLs.
  var url: String { "https://\(address)" }

  /// Runs a body with a client that is connected to it.
  func withClient<Value: Sendable>(
    trusting other: String? = nil,
    _ body: @escaping @Sendable (TestClient) async throws -> Value
  ) async throws -> Value {
    try await TestClient.connected(to: address, trusting: other ?? certificate, body)
  }

  /// Sends one request on a new connection, and returns the response.
  func response(to request: WireRequest) async throws -> TestResponse {
    try await withClient { try await $0.response(to: request) }
  }

  /// Sends SIGTERM, and returns how the program ended.
  func stop() async throws -> ProgramEnding {
    program.send(SIGTERM)
    return try await program.ending(within: hangTimeout)
  }
}
