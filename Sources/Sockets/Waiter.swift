/// A task that is suspended until its loop resumes it with an outcome.
///
/// It is resumed exactly once because the readiness table and the list of sleepers each hand a
/// waiter out exactly once: this is what makes the unchecked continuation safe.
@safe struct Waiter {
  enum Outcome { case ready, timedOut, cancelled }

  private let continuation: UnsafeContinuation<Outcome, Never>

  func resume(_ outcome: Outcome) {
    unsafe continuation.resume(returning: outcome)
  }

  /// Suspends the calling task; `keep` is called at once with its waiter.
  nonisolated(nonsending) static func suspend(_ keep: (Waiter) -> Void) async -> Outcome {
    unsafe await withUnsafeContinuation { continuation in
      keep(unsafe Waiter(continuation: continuation))
    }
  }
}
