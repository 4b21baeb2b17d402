import Chatter
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct SharedPollTests {
  /// What the polls read, and how many polls there were. It lives on the loop.
  private final class Source {
    var committed = 0
    var pollCount = 0
    var isPolling = false

    /// A poll may read at any time between its start and its end, in the worst case at its start.
    func poll(on loop: EventLoop, ticks: Int) async -> Int {
      #expect(!isPolling, "one poll at a time")
      (isPolling, pollCount) = (true, pollCount + 1)
      defer { isPolling = false }
      let read = committed
      for _ in 0..<ticks { try? await loop.nextTick() }
      return read
    }
  }

  @Test func servesCallersThatArriveDuringAPollWithTheNextOne() async throws {
    try await onLoop { loop in
      let (shared, source) = (SharedPoll<Int>(on: loop), Source())
      func call() -> Task<Int, any Error> {
        loop.start((shared, source)) { shared, source in
          try await shared.outcome(with: source) { await $0.poll(on: loop, ticks: 3) }
        }
      }
      let first = call()
      while !source.isPolling { try await loop.nextTick() }
      source.committed = 1
      let later = (0..<5).map { _ in call() }
      #expect(try await first.value == 0)
      for caller in later { #expect(try await caller.value == 1) }
      #expect(source.pollCount == 2)
    }
  }

  /// A poll must see everything that was committed before each caller that it serves.
  @Test func showsEachCallerEveryEarlierCommitInRandomOrders() async throws {
    try await onLoop { loop in
      let (shared, source) = (SharedPoll<Int>(on: loop), Source())
      var callers: [Task<Void, any Error>] = []
      for _ in 0..<2000 {
        switch Int.random(in: 0..<4) {
        case 0: source.committed += 1
        case 1, 2:
          callers.append(
            loop.start((shared, source)) { shared, source in
              let committed = source.committed
              let read = try await shared.outcome(with: source) {
                await $0.poll(on: loop, ticks: Int.random(in: 0..<3))
              }
              #expect(read >= committed)
            })
        default: try await loop.nextTick()
        }
      }
      for caller in callers { try await caller.value }
      #expect(source.pollCount > 0)
    }
  }

  @Test func passesAnErrorToItsCallersOnly() async throws {
    try await onLoop { loop in
      let shared = SharedPoll<Int>(on: loop)
      await #expect(throws: ReadError.timedOut) {
        _ = try await shared.outcome(with: 1) { _ throws(ReadError) in throw .timedOut }
      }
      let value = try await shared.outcome(with: 1) { number in number }
      #expect(value == 1)
    }
  }
}
