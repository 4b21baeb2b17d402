import Foundation
import Sockets
import TestSupport

/// A chatterd of the test's own, run as a program.
///
/// Its data directory goes with it; so does its database, unless the test keeps that.
final class ServerProcess: Sendable {
  /// Where the chatts are.
  enum Home: Sendable {
    /// A database of the PostgreSQL that `make test` starts.
    case shared(TestDatabase)
    /// The same, reached by another URL.
    case through(String, TestDatabase)
    /// A private cluster in this data directory.
    case ownCluster(PrivateHome)
  }

  let program: RunningProgram
  let address: SocketAddress
  /// The folder that the program was given.
  let dataDirectory: TemporaryDirectory
  /// Kept, so that a database is not dropped under a server.
  private let home: Home

  /// Starts it and waits until it serves.
  ///
  /// `options` come after `serve`. Unless they contain `--listen` or `--rate-limit`, it listens on
  /// loopback at a free port, and no address has a rate limit. `path` is the program; by default the
  /// one that was built with the tests.
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
    // Tests post from one address, faster than anybody should.
    if !options.contains("--rate-limit") { arguments += ["--rate-limit", "0"] }
    self.home = home
    program = try await RunningProgram(
      path, arguments + ["--data-dir", dataDirectory.path] + options,
      environment: environment)
    let line = try await program.line(containing: "addresses", within: .seconds(60))
    address = try Self.address(in: line)
  }

  /// A server on a database of its own.
  convenience init(options: [String] = []) async throws {
    try await self.init(.shared(TestDatabase()), options: options)
  }

  /// The first address in the line that says where it serves, as text or as JSON.
  private static func address(in line: String) throws -> SocketAddress {
    guard let found = line.firstMatch(of: /addresses"?[=:]"?([^",]+):([0-9]+)/),
      let port = UInt16(found.2),
      let address = SocketAddress(
        numericHost: found.1.trimmingCharacters(in: ["[", "]"]), port: port)
    else { throw NeedError(description: "no address in: \(line)") }
    return address
  }

  /// The certificate that it made, which a client trusts.
  var certificate: String { dataDirectory.path(of: "chatterd.crt") }

  /// The beginning of its URLs.
  var url: String { "https://\(address)" }

  /// Runs a client, connected to it.
  func withClient<Value: Sendable>(
    trusting other: String? = nil,
    _ body: @escaping @Sendable (TestClient) async throws -> Value
  ) async throws -> Value {
    try await TestClient.connected(to: address, trusting: other ?? certificate, body)
  }

  /// Sends one request on a connection of its own, and returns the answer.
  func response(to request: WireRequest) async throws -> TestResponse {
    try await withClient { try await $0.response(to: request) }
  }

  /// Asks it to stop, and returns how it ended.
  func stop() async throws -> ProgramEnding {
    program.send(SIGTERM)
    return try await program.ending(within: .seconds(30))
  }
}
