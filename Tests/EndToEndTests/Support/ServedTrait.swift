import Foundation
import TestSupport
import Testing

extension ServerProcess {
  /// The server of the running suite, if it has the trait `served`.
  @TaskLocal static var ofSuite: ServerProcess?

  static func required() throws -> ServerProcess {
    try #require(ofSuite, "the suite lacks the trait .served")
  }
}

/// Gives a suite one server with its own database. The server must stop properly at the end of the
/// suite, whatever it has received.
struct ServedTrait: SuiteTrait, TestScoping {
  let options: [String]

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let server = try await ServerProcess(options: options)
    try await ServerProcess.$ofSuite.withValue(server) { try await function() }
    #expect(try await server.stop() == .exited(0))
    let failures = server.program.errors.split(separator: "\n").filter { $0.contains(" error ") }
    #expect(failures == [], "a client's mistake is not an error of the server")
  }
}

extension Trait where Self == ServedTrait {
  /// One server for the suite, with these options.
  static func served(_ options: String...) -> Self { Self(options: options) }

  static func served(_ options: [String]) -> Self { Self(options: options) }
}
