public import System
public import Testing

/// Runs each test as a task of an event loop.
public struct LoopTrait: SuiteTrait, TestTrait, TestScoping {
  let loop: EventLoop

  public var isRecursive: Bool { true }

  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(loop) { try await function() }
  }
}

extension Trait where Self == LoopTrait {
  /// Runs each test as a task of a loop.
  public static func onLoop(_ loop: EventLoop) -> Self { LoopTrait(loop: loop) }
}
