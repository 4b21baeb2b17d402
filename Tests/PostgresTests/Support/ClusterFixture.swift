import EventLoop
import Foundation
import TestSupport

@testable import Postgres

/// Clusters for tests: copies of one template, because initdb is slow.
enum ClusterFixture {
  /// The directory of a stopped cluster.
  private static let template = Task {
    let directory = try TemporaryDirectory()
    let cluster = try await blocking { () throws(PrivateClusterError) in
      try PrivateCluster.start(configuration(directory))
    }
    await blocking { cluster.stop() }
    return directory
  }

  static func configuration(_ directory: TemporaryDirectory) -> PrivateCluster.Configuration {
    PrivateCluster.Configuration(directory: directory.path(of: "cluster"))
  }

  /// Returns a new directory with a stopped cluster.
  static func directory() async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    _ = try await ProgramRun(
      "cp", ["-a", template.value.path(of: "cluster"), directory.path(of: "cluster")]
    ).checked()
    return directory
  }

  static func start(_ directory: TemporaryDirectory) async throws(PrivateClusterError)
    -> PrivateCluster
  {
    try await blocking { () throws(PrivateClusterError) in
      try PrivateCluster.start(configuration(directory))
    }
  }

  /// Runs a blocking function on a separate thread.
  static func blocking<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      do {
        try SystemThread.start("blocking") {
          do throws(Failure) {
            continuation.resume(returning: .success(try body()))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      } catch {
        preconditionFailure("\(error)")
      }
    }
    return try result.get()
  }

  /// Runs one statement that returns a number, over a new connection.
  static func number(_ statement: SQL, in cluster: PrivateCluster) async throws -> Int {
    try await Fixture.withConnection(to: cluster.connectionString) { connection in
      let rows = try await connection.query(statement, until: Fixture.soon)
      return try rows.first?.decode(Int.self, at: 0) ?? 0
    }
  }
}
