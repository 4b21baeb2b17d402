import Foundation
import TestSupport
import Testing

extension ServerProcess {
  /// The server of the suite that is running, where that has the trait `served`.
  @TaskLocal static var ofSuite: ServerProcess?

  static func required() throws -> ServerProcess {
    try #require(ofSuite, "the suite lacks the trait .served")
  }
}

/// Gives a suite one server on a database of its own, which must end in order when the suite has,
/// whatever it was sent.
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
    #expect(failures == [], "a client's mistake is no error of the server")
  }
}

extension Trait where Self == ServedTrait {
  /// One server for the suite, with these options.
  static func served(_ options: String...) -> Self { Self(options: options) }
}
