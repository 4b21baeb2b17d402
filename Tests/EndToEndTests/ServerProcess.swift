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
    /// A private cluster in this data directory.
    case ownCluster(TemporaryDirectory)
  }

  let program: RunningProgram
  let address: SocketAddress
  /// The certificate that a client trusts.
  let certificate: String
  private let directory: TemporaryDirectory

  /// Starts it and waits until it serves.
  ///
  /// `options` come after `serve`; unless they say `--listen`, it listens on loopback at a free port.
  init(_ home: Home, options: [String] = [], environment: [String: String] = [:]) async throws {
    var arguments = ["serve"]
    switch home {
    case .shared(let database):
      directory = try TemporaryDirectory()
      arguments += ["--database", database.url]
    case .ownCluster(let directory):
      self.directory = directory
      arguments += ["--database", "private"]
    }
    if !options.contains("--listen") { arguments += ["--listen", "127.0.0.1:0"] }
    program = try await RunningProgram(
      Repository.program("chatterd"), arguments + ["--data-dir", directory.path] + options,
      environment: environment)
    certificate = directory.path(of: "chatterd.crt")
    let line = try await program.line(containing: "serving addresses=")
    address = try Self.address(in: line)
  }

  /// A server on a database of its own.
  convenience init(options: [String] = []) async throws {
    try await self.init(.shared(TestDatabase()), options: options)
  }

  private static func address(in line: String) throws -> SocketAddress {
    let text = line.split(separator: " ").first { $0.hasPrefix("addresses=") } ?? ""
    let first = text.dropFirst("addresses=".count).prefix { $0 != "," && $0 != "\"" }
    guard let colon = first.lastIndex(of: ":"),
      let port = UInt16(first[first.index(after: colon)...]),
      let address = SocketAddress(
        numericHost: String(first[..<colon]).trimmingCharacters(in: ["[", "]"]), port: port)
    else { throw NeedError(description: "no address in: \(line)") }
    return address
  }

  /// The beginning of its URLs.
  var url: String { "https://\(address)" }

  /// Runs a client, connected to it.
  func withClient<Value: Sendable>(
    _ body: @escaping @Sendable (TestClient) async throws -> Value
  ) async throws -> Value {
    try await TestClient.connected(to: address, trusting: certificate, body)
  }

  /// Asks it to stop, and returns how it ended.
  func stop() async throws -> ProgramEnding {
    program.send(SIGTERM)
    return try await program.ending(within: .seconds(30))
  }
}
