import Foundation
public import Testing

/// What a test cannot run without, and `make test` provides.
public enum Need: Sendable {
  /// A PostgreSQL in which the tests may make databases, named by `CHATTERD_TEST_DATABASE`.
  case postgreSQL
}

/// A need that is not met, which fails the test.
public struct NeedError: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

/// Fails a test, or a suite, whose need is not met: skipping it would pass for success.
public struct NeedsTrait: TestTrait, SuiteTrait {
  let need: Need

  public func prepare(for test: Test) async throws {
    switch need {
    case .postgreSQL: _ = try TestDatabase.serverURL()
    }
  }
}

extension Trait where Self == NeedsTrait {
  /// Fails the test with a sentence that says what to do when the need is not met.
  public static func needs(_ need: Need) -> Self { Self(need: need) }
}
