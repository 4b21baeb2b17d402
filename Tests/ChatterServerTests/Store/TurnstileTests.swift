import Chatter
import EventLoop
import Testing

@testable import ChatterServer

@Suite("The semaphore (needs nothing)", .timeLimit(.minutes(1)))
struct TurnstileTests {
  private static let loop = TimelineDatabase.loops[0]

  @Test func limitsConcurrencyAndAdmitsWaitersInOrder() async throws {
    let gate = Turnstile(countMax: 2, on: Self.loop)
    let (running, most) = (Counter(), Counter())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask(executorPreference: Self.loop) {
          do throws(TimelineError) {
            try await gate.run { () async throws(TimelineError) in
              most.raise(to: running.add(1))
              // The first two wait for each other, so two run at a time.
              while number < 2, most.value < 2 { await Task.yield() }
              await Task.yield()
              running.add(-1)
              if number % 3 == 0 { throw .timedOut }
            }
          } catch {
            #expect(error == .timedOut)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.value == 0 && most.value == 2)
    #expect(try await Self.loop.run { try await gate.run { 7 } } == 7)
  }

  /// The addresses in order of admission.
  private final class Order: Sendable {
    private let state = Lock<[String]>([])

    var addresses: [String] { state.withLock { $0 } }
    func append(_ address: String) { state.withLock { $0.append(address) } }
  }

  @Test func admitsAddressesInRotation() async throws {
    let gate = Turnstile(countMax: 1, on: Self.loop)
    let isOpen = Counter()
    let order = Order()
    let first = Task(executorPreference: Self.loop) {
      try await gate.run(for: "a") { () async throws(TimelineError) in
        while isOpen.value == 0 { await Task.yield() }
      }
    }
    var tasks: [Task<Void, any Error>] = []
    for (count, address) in ["a", "a", "a", "a", "b", "b", "c"].enumerated() {
      let task = Task(executorPreference: Self.loop) {
        try await gate.run(for: address) { () async throws(TimelineError) in
          order.append(address)
        }
      }
      tasks.append(task)
      while gate.waiterCount < count + 1 { await Task.yield() }
    }
    isOpen.add(1)
    try await first.value
    for task in tasks { try await task.value }
    #expect(order.addresses == ["a", "b", "c", "a", "b", "a", "a"])
  }

  @Test func skipsCancelledWaitersAndFinishesRunningBodies() async throws {
    let gate = Turnstile(countMax: 1, on: Self.loop)
    let (began, mayEnd, first) = (Counter(), Counter(), Counter())
    let running = Task(executorPreference: Self.loop) {
      try await gate.run { () async throws(TimelineError) in
        began.add(1)
        while mayEnd.value == 0 { await Task.yield() }
        if Task.isCancelled { throw .cancelled }
        first.add(1)
      }
    }
    while began.value == 0 { await Task.yield() }
    let waiting = Task(executorPreference: Self.loop) {
      try await gate.run { () async throws(TimelineError) in began.add(1) }
    }
    while gate.waiterCount == 0 { await Task.yield() }
    waiting.cancel()
    running.cancel()
    mayEnd.add(1)
    await #expect(throws: TimelineError.cancelled) { try await waiting.value }
    try await running.value
    #expect(began.value == 1 && first.value == 1)
  }
}
