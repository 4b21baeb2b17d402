import Glibc
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct InterruptionTests {
  private let events = AsyncStream<TerminalEvent>.makeStream()

  @Test func cancelsRunningStepAndStartsNoOther() async throws {
    let interruption = Interruption(events.stream)
    let (more, events) = (events.continuation, interruption.events())
    let running = Task {
      try await interruption.run { () async throws(ExitError) in
        more.yield(.bytes([1]))
        more.yield(.signal(SIGTERM))
        more.yield(.signal(SIGINT))
        await Gate().pass()
        guard Task.isCancelled else { throw ExitError("not cancelled", .internal) }
      }
    }
    try await running.value
    #expect(interruption.signal == SIGTERM, "the first signal")
    try await interruption.run { () async throws(ExitError) in
      throw ExitError("started", .internal)
    }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .bytes([1]))
    #expect(await iterator.next() == .signal(SIGTERM))
    var later = interruption.events().makeAsyncIterator()
    #expect(await later.next() == .signal(SIGTERM), "a later stream begins with it")
  }

  @Test func throwsErrorOfStep() async {
    let interruption = Interruption(events.stream)
    await #expect(throws: ExitError("x", .data)) {
      try await interruption.run { () async throws(ExitError) in throw ExitError("x", .data) }
    }
  }

  @Test(.needs(.time)) func terminatesWhenStepDoesNotEnd() async {
    let (terminated, terminate) = AsyncStream<Int32>.makeStream()
    let interruption = Interruption(events.stream) { terminate.yield($0) }
    let (gate, open) = AsyncStream<Void>.makeStream()
    let running = Task {
      try await interruption.run { () async throws(ExitError) in
        // A detached task ignores the cancellation of this one.
        await Task.detached { for await _ in gate {} }.value
      }
    }
    events.continuation.yield(.signal(SIGINT))
    var iterator = terminated.makeAsyncIterator()
    #expect(await iterator.next() == SIGINT)
    open.finish()
    _ = await running.result
  }
}
