import Foundation
public import Testing

/// What a test needs beside the packages that build it.
///
/// `make test` provides everything; `make unit` runs the tests that need nothing.
public enum Need: Sendable {
  /// A PostgreSQL server, named by `CHATTERD_TEST_DATABASE`, in which the tests may create
  /// databases; and the programs of PostgreSQL.
  case postgreSQL
  /// Programs such as ffmpeg and openssl (`scripts/install-packages test`).
  case programs
  /// About a second or more, for long waits or much work.
  case time
}

/// A requirement that is not met, which fails the test.
public struct NeedError: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test or suite in `make unit`. Otherwise the test fails, with a message that says
  /// what to do, if PostgreSQL is missing: a skipped test could pass for success.
  public static func needs(_ need: Need, at location: SourceLocation = #_sourceLocation) -> Self {
    .enabled("make unit leaves it out", sourceLocation: location) {
      if ProcessInfo.processInfo.environment["CHATTERD_TESTS"] == "unit" { return false }
      if need == .postgreSQL { _ = try TestDatabase.serverURL() }
      return true
    }
  }
}
