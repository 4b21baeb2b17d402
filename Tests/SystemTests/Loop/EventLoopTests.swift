import TestSupport
import Testing

@testable import System

struct EventLoopTests {
  private func elsewhere(_ loop: EventLoop) async -> Bool { loop.isCurrent }

  @Test func keepsTasksOnItsThread() async throws {
    let defaultActor = DefaultActor()
    let results = try await onLoop { loop in
      var results = [loop.isCurrent, await elsewhere(loop)]
      try await loop.sleep(until: .after(.milliseconds(1)))
      results.append(loop.isCurrent)
      await Task.yield()
      results.append(loop.isCurrent)
      _ = await defaultActor.add()
      results.append(loop.isCurrent)
      return results
    }
    #expect(results == [true, true, true, true, true])
  }

  @Test func keepsChildTasksOnItsThread() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let results = try await loop.run {
      async let one = elsewhere(loop)
      var results = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<5 {
          group.addTask {
            try? await loop.sleep(until: .after(.milliseconds(1)))
            return loop.isCurrent
          }
        }
        return await group.reduce(into: [Bool]()) { $0.append($1) }
      }
      let defaultActor = DefaultActor()
      await withDiscardingTaskGroup { group in
        for _ in 0..<5 {
          group.addTask {
            await Task.yield()
            if loop.isCurrent { _ = await defaultActor.add() }
          }
        }
      }
      results.append(await defaultActor.add() == 6)
      results.append(await one)
      return results
    }
    #expect(results == [Bool](repeating: true, count: 7))
  }

  @Test func returnsResultsErrorsAndCancellationOfRun() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    #expect(try await loop.run { 42 } == 42)
    await #expect(throws: WaitError.timedOut) { try await loop.run { throw WaitError.timedOut } }
    let task = Task { try await loop.run { try await loop.sleep(until: .never) } }
    task.cancel()
    await #expect(throws: WaitError.cancelled) { try await task.value }
  }

  @Test func servesTimersAndSocketsBesideABusyTask() async throws {
    try await onLoop { loop in
      let busy = Task(executorPreference: loop) {
        while !Task.isCancelled { await Task.yield() }
      }
      for _ in 0..<5 { try await loop.sleep(until: .after(.milliseconds(2))) }
      let pair = try DescriptorPair.sockets()
      let registration = try loop.attach(pair.near.number)
      pair.put()
      try await loop.wait(for: .read, on: registration, until: .after(soon))
      loop.detach(registration)
      busy.cancel()
      await busy.value
    }
  }

  // MARK: Stopping

  @Test func cancelsAllWaitsOnStop() async throws {
    let loop = try EventLoop(name: "test")
    let waiting = Task(executorPreference: loop) { () -> [WaitError] in
      var errors: [WaitError] = []
      for _ in 0..<2 {
        do throws(WaitError) {
          try await loop.sleep(until: .never)
        } catch {
          errors.append(error)
        }
      }
      return errors
    }
    let reading = Task(executorPreference: loop) {
      let pair = try DescriptorPair.pipe()
      let registration = try loop.attach(pair.near.number)
      let outcome = await loop.outcome(on: registration)
      loop.detach(registration)
      return outcome
    }
    try await loop.run { for _ in 0..<50 { await Task.yield() } }
    loop.stop()
    #expect(await waiting.value == [.cancelled, .cancelled])
    #expect(try await reading.value == .cancelled)
  }

  @Test func runsTasksAfterTheThreadEnded() async throws {
    let loop = try EventLoop(name: "test")
    loop.stop()
    for number in 1...50 {
      let (result, isOnLoop) = try await loop.run { (number, loop.isCurrent) }
      #expect(result == number)
      #expect(isOnLoop)
      #expect(!loop.isCurrent)
    }
    await #expect(throws: WaitError.cancelled) {
      try await loop.run { try await loop.sleep(until: .never) }
    }
  }

  @Test func isFreedAfterStop() async throws {
    weak var weakLoop: EventLoop?
    do {
      let loop = try EventLoop(name: "test")
      weakLoop = loop
      try await loop.run { try await loop.sleep(until: .after(.milliseconds(1))) }
      loop.stop()
    }
    let deadline = Deadline.after(soon)
    while weakLoop != nil, !deadline.hasPassed { await Task.yield() }
    #expect(weakLoop == nil)
  }

  @Test func refusesOtherThreads() async {
    await #expect(processExitsWith: .failure) {
      _ = try EventLoop(name: "test").attach(0)
    }
    await #expect(processExitsWith: .failure) {
      try await EventLoop(name: "test").sleep(until: .now)
    }
  }
}

/// An actor with the default executor.
private actor DefaultActor {
  private var count = 0
  func add() -> Int {
    count += 1
    return count
  }
}
