/// A waiter that the loop resumes with an outcome: a suspended task, or one of the
/// `IdleConnections`, which has no task in the meantime.
///
/// A task is resumed exactly once, because the readiness table and the list of sleepers each return
/// a waiter exactly once. This makes the unchecked continuation safe.
@safe struct Waiter {
  enum Outcome { case ready, timedOut, cancelled }

  @safe private enum Resumption {
    case task(UnsafeContinuation<Outcome, Never>)
    case call((Outcome) -> Void)
  }

  private let resumption: Resumption

  /// Creates a waiter that is resumed by a call on the loop.
  init(call: @escaping (Outcome) -> Void) {
    resumption = .call(call)
  }

  private init(task: UnsafeContinuation<Outcome, Never>) {
    unsafe resumption = .task(task)
  }

  func resume(_ outcome: Outcome) {
    switch resumption {
    case .task(let continuation): unsafe continuation.resume(returning: outcome)
    case .call(let call): call(outcome)
    }
  }

  /// Suspends the calling task, and calls `keep` at once with its waiter.
  static func suspend(_ keep: (Waiter) -> Void) async -> Outcome {
    unsafe await withUnsafeContinuation { continuation in
      keep(unsafe Waiter(task: continuation))
    }
  }
}
