internal import Chatter
package import System

/// Limits how many of a loop's connections to the database callers of one kind use, which leaves
/// some, and the pool's queue, to others.
extension AsyncSemaphore {
  /// Runs a statement when the semaphore admits it, unless the task has been cancelled by then.
  ///
  /// The body runs in a task of its own, which is not cancelled with the caller's task: to cancel a
  /// statement costs its connection, and a statement is short.
  package func run<Object, Value: Sendable, Failure: StatementError>(
    for address: String = "", with object: Object, on loop: EventLoop,
    _ body: @escaping @Sendable (Object) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard await wait(for: address) else { throw .cancelled }
    defer { signal(for: address) }
    guard !Task.isCancelled else { throw .cancelled }
    let task = loop.start(object) { object in
      await Result(of: { () throws(Failure) in try await body(object) })
    }
    return try await task.value.get()
  }
}

/// An error of statements, which may not have run.
package protocol StatementError: Error {
  static var cancelled: Self { get }
}

extension TimelineError: StatementError {}
extension ReadError: StatementError {}

extension Result {
  package init(of body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
