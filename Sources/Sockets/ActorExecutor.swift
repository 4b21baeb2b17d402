/// The serial executor of the actors that live on a loop.
///
/// It is a separate object from the loop, so that the loop can distinguish jobs of actors from jobs
/// of plain tasks. A plain task that ran as if it were isolated to an executor would have to leave
/// it at each nonisolated call, and would be rescheduled each time.
///
/// `loop` is set once, before any other thread can access the loop. This makes `@unchecked`
/// correct.
final class ActorExecutor: SerialExecutor, @unchecked Sendable {
  unowned var loop: EventLoop?

  func enqueue(_ job: consuming ExecutorJob) {
    guard let loop else { preconditionFailure("the event loop ended before its actor") }
    loop.enqueue(UnownedJob(job), isOfActor: true)
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  func checkIsolated() { loop?.checkIsolated() }

  func isIsolatingCurrentContext() -> Bool? { loop?.isCurrent }
}
