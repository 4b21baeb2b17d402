import TestSupport
import Testing

@testable import System

struct AsyncSemaphoreTests {
  private final class Record: Sendable {
    let most = Lock(0)
    let admitted = Lock<[String]>([])
  }

  @Test func limitsTheNumberOfHolders() async throws {
    let semaphore = AsyncSemaphore(countMax: 2)
    let record = Record()
    try await onLoop { loop in
      await withDiscardingTaskGroup { group in
        for number in 0..<50 {
          group.addTask(executorPreference: loop) {
            #expect(await semaphore.wait())
            record.most.withLock { $0 = max($0, semaphore.holderCount) }
            // The first two wait for each other, so that two hold it at a time.
            while number < 2, semaphore.holderCount < 2 { await Task.yield() }
            await Task.yield()
            semaphore.signal()
          }
        }
      }
    }
    #expect(record.most.withLock { $0 } == 2)
    #expect(semaphore.holderCount == 0 && semaphore.waiterCount == 0)
  }

  @Test func admitsKeysInRotationAndWaitersOfAKeyInOrder() async throws {
    let semaphore = AsyncSemaphore(countMax: 1)
    let record = Record()
    #expect(await semaphore.wait(for: "a"))
    var tasks: [Task<Void, Never>] = []
    for (count, key) in ["a", "a", "a", "a", "b", "b", "c"].enumerated() {
      tasks.append(
        Task {
          _ = await semaphore.wait(for: key)
          record.admitted.withLock { $0.append(key) }
          semaphore.signal(for: key)
        })
      while semaphore.waiterCount < count + 1 { await Task.yield() }
    }
    semaphore.signal(for: "a")
    for task in tasks { await task.value }
    #expect(record.admitted.withLock { $0 } == ["a", "b", "c", "a", "b", "a", "a"])
  }

  @Test func admitsOthersBesideAKeyWithItsShare() async {
    let semaphore = AsyncSemaphore(countMax: 3, shareMax: 2)
    for _ in 0..<2 { #expect(await semaphore.wait(for: "a")) }
    let third = Task { await semaphore.wait(for: "a") }
    while semaphore.waiterCount < 1 { await Task.yield() }
    #expect(await semaphore.wait(for: "b"), "b has its place at once")
    // The place that b gives back is not for a, which has its share.
    semaphore.signal(for: "b")
    #expect(semaphore.holderCount == 2 && semaphore.waiterCount == 1)
    semaphore.signal(for: "a")
    #expect(await third.value)
    #expect(semaphore.holderCount == 2 && semaphore.waiterCount == 0)
    for _ in 0..<2 { semaphore.signal(for: "a") }
    #expect(semaphore.holderCount == 0)
  }

  @Test func keepsThePlaceOfACancelledTask() async {
    let semaphore = AsyncSemaphore(countMax: 1)
    #expect(await semaphore.wait())
    let waiting = Task { await semaphore.wait() }
    while semaphore.waiterCount == 0 { await Task.yield() }
    waiting.cancel()
    semaphore.signal()
    #expect(await waiting.value)
    #expect(semaphore.holderCount == 1)
  }

  @Test func endsAllWaitsWhenItIsClosed() async {
    let semaphore = AsyncSemaphore(countMax: 1)
    #expect(await semaphore.wait())
    let waiting = (0..<3).map { number in Task { await semaphore.wait(for: "\(number)") } }
    while semaphore.waiterCount < 3 { await Task.yield() }
    semaphore.close()
    for task in waiting { #expect(await !task.value) }
    #expect(await !semaphore.wait())
    semaphore.signal()
    #expect(await !semaphore.wait())
  }
}
