import Testing

@testable import Sockets

@Suite("An actor that lives on a loop (needs nothing)")
struct ActorExecutorTests {
  @Test func runsActorsOnTheirLoopForEveryCaller() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let loopActor = LoopActor(loop: loop)
    #expect(await loopActor.isOnLoop())
    #expect(await loopActor.isOnLoopThroughout() == [true, true, true])
    let fromLoop = try await loop.run {
      let before = loop.isCurrent
      return [before, await loopActor.isOnLoop(), loop.isCurrent]
        + (await loopActor.isOnLoopThroughout())
    }
    #expect(fromLoop == [Bool](repeating: true, count: 6))
    let other = try EventLoop(name: "other")
    defer { other.stop() }
    let fromOther = try await other.run {
      [await loopActor.isOnLoop(), other.isCurrent, !loop.isCurrent]
    }
    #expect(fromOther == [true, true, true])
  }

  @Test func runsEveryHopOnceAndReturnsToTheCallersLoop() async throws {
    let loops = try (0..<3).map { try EventLoop(name: "test\($0)") }
    defer { for loop in loops { loop.stop() } }
    let loopActor = LoopActor(loop: loops[0])
    let defaultActor = DefaultActor()
    try await withThrowingTaskGroup { group in
      for number in 0..<12 {
        let loop = loops[number % loops.count]
        group.addTask {
          try await loop.run {
            for _ in 0..<300 {
              _ = await loopActor.add()
              #expect(loop.isCurrent)
              _ = await defaultActor.add()
              #expect(loop.isCurrent)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await loopActor.add() == 3601)
    #expect(await defaultActor.add() == 3601)
  }

  @Test func keepsActorsOnTheirLoopWhileTheyWait() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let loopActor = LoopActor(loop: loop)
    let pair = try DescriptorPair.sockets()
    let registration = try await loop.run { try loop.attach(pair.near.number, trigger: .oneShot) }
    for round in 0..<200 {
      async let waited: Void = loopActor.wait(for: .read, on: registration)
      if round % 2 == 0 { await Task.yield() }
      pair.put()
      try await waited
      pair.get()
    }
    let waiting = Task { try await loopActor.wait(for: .read, on: registration) }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: WaitError.cancelled) { try await waiting.value }
    try await loop.run { loop.detach(registration) }
  }

  @Test func allowsAssumedIsolationOnlyOnTheLoop() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let loopActor = LoopActor(loop: loop)
    #expect(try await loop.run { loopActor.addAssumingIsolation() } == 1)
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop(name: "test")
      _ = LoopActor(loop: loop).addAssumingIsolation()
    }
  }

  @Test func runsActorJobsAfterTheLoopStopped() async throws {
    let loop = try EventLoop(name: "test")
    let loopActor = LoopActor(loop: loop)
    loop.stop()
    for number in 1...50 {
      #expect(await loopActor.add() == number)
      #expect(!loop.isCurrent)
    }
  }
}
