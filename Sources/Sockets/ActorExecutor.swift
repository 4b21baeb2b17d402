/// The serial executor of the actors that live on a loop.
///
/// It is another object than the loop, so that the jobs of actors and those of plain tasks can be
/// told apart. A plain task that was run as if it were isolated to an executor would have to leave
/// it at each call that is isolated to nothing, and be put off by a turn each time.
///
/// `loop` is set once, before anybody else sees the loop: this makes `@unchecked` true.
final class ActorExecutor: SerialExecutor, @unchecked Sendable {
  unowned var loop: EventLoop?

  func enqueue(_ job: consuming ExecutorJob) {
    guard let loop else { preconditionFailure("the loop has gone before its actor") }
    loop.enqueue(UnownedJob(job), isOfActor: true)
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  func checkIsolated() { loop?.checkIsolated() }

  func isIsolatingCurrentContext() -> Bool? { loop?.isCurrent }
}
