/// A waiter that the loop resumes with an outcome: a suspended task, or one of the
/// `IdleConnections`, which has no task in the meantime.
///
/// A task is resumed exactly once, because the readiness table and the list of sleepers each return
/// a waiter exactly once. This makes the unchecked continuation safe.
@safe struct Waiter {
  @safe private enum Resumption {
    case task(UnsafeContinuation<WaitOutcome, Never>)
    case call((WaitOutcome) -> Void)
  }

  private let resumption: Resumption

  /// Creates a waiter that is resumed by a call on the loop.
  init(call: @escaping (WaitOutcome) -> Void) {
    resumption = .call(call)
  }

  private init(task: UnsafeContinuation<WaitOutcome, Never>) {
    unsafe resumption = .task(task)
  }

  func resume(_ outcome: WaitOutcome) {
    switch resumption {
    case .task(let continuation): unsafe continuation.resume(returning: outcome)
    case .call(let call): call(outcome)
    }
  }

  /// Suspends the calling task, and calls `keep` at once with its waiter.
  static func suspend(_ keep: (Waiter) -> Void) async -> WaitOutcome {
    unsafe await withUnsafeContinuation { continuation in
      keep(unsafe Waiter(task: continuation))
    }
  }
}
