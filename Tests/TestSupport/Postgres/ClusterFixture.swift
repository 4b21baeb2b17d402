import Foundation
public import Postgres
public import PrivateCluster
import System

/// Clusters for tests: copies of one template, because initdb is slow.
public enum ClusterFixture {
  /// The directory of a stopped cluster.
  private static let template = Task {
    let directory = try TemporaryDirectory()
    let cluster = try await blocking { () throws(PrivateClusterError) in
      try PrivateCluster.start(configuration(directory))
    }
    await blocking { cluster.stop() }
    return directory
  }

  public static func configuration(_ directory: TemporaryDirectory) -> PrivateCluster.Configuration
  {
    PrivateCluster.Configuration(directory: directory.path(of: "cluster"))
  }

  /// Returns a new directory with a stopped cluster.
  public static func directory() async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    _ = try await ProgramRun(
      "cp", ["-a", template.value.path(of: "cluster"), directory.path(of: "cluster")]
    ).checked()
    return directory
  }

  public static func start(_ directory: TemporaryDirectory) async throws(PrivateClusterError)
    -> PrivateCluster
  {
    try await blocking { () throws(PrivateClusterError) in
      try PrivateCluster.start(configuration(directory))
    }
  }

  /// Runs a blocking function on a separate thread.
  public static func blocking<Value: Sendable, Failure: Error>(
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
  public static func number(_ statement: SQL, in cluster: PrivateCluster) async throws -> Int {
    try await PostgresFixture.withConnection(to: cluster.connectionString) { connection in
      let rows = try await connection.query(statement, until: PostgresFixture.soon)
      return try rows.first?.decode(Int.self, at: 0) ?? 0
    }
  }
}
