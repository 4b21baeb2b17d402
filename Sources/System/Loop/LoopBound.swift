/// A value that lives on a loop, carried through code that requires `Sendable`.
///
/// The value is a plain object that only tasks of the loop use, so it needs no lock: between two
/// awaits, nothing else on the loop runs. Every access checks that it is on the loop, which makes
/// `@unchecked` correct.
public struct LoopBound<Value>: @unchecked Sendable {
  /// The loop of the value.
  public let loop: EventLoop
  private let wrapped: Value

  /// Wraps a value that is used on the loop only from now on.
  public init(_ value: Value, on loop: EventLoop) {
    wrapped = value
    self.loop = loop
  }

  /// The value. Accessing it outside the loop ends the process.
  public var value: Value {
    loop.checkIsolated()
    return wrapped
  }
}

extension EventLoop {
  /// Starts a task of this loop that uses an object of this loop.
  @discardableResult
  public func start<Value, Success: Sendable>(
    _ value: Value, _ body: @escaping @Sendable (Value) async -> Success
  ) -> Task<Success, Never> {
    let bound = LoopBound(value, on: self)
    return Task(executorPreference: self) { await body(bound.value) }
  }

  /// Starts a task of this loop that uses an object of this loop, and may throw.
  @discardableResult
  public func start<Value, Success: Sendable>(
    _ value: Value, _ body: @escaping @Sendable (Value) async throws -> Success
  ) -> Task<Success, any Error> {
    let bound = LoopBound(value, on: self)
    return Task(executorPreference: self) { try await body(bound.value) }
  }
}
