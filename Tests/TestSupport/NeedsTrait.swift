import Foundation
public import Testing

/// A requirement of a test that `make test` provides.
public enum Need: Sendable {
  /// A PostgreSQL server, named by `CHATTERD_TEST_DATABASE`, in which the tests may create
  /// databases.
  case postgreSQL
}

/// A requirement that is not met, which fails the test.
public struct NeedError: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

/// Fails a test or a suite whose requirement is not met, since a skipped test could pass for
/// success.
public struct NeedsTrait: TestTrait, SuiteTrait {
  let need: Need

  public func prepare(for test: Test) async throws {
    switch need {
    case .postgreSQL: _ = try TestDatabase.serverURL()
    }
  }
}

extension Trait where Self == NeedsTrait {
  /// Fails the test if the requirement is not met; the message says how to meet it.
  public static func needs(_ need: Need) -> Self { Self(need: need) }
}
