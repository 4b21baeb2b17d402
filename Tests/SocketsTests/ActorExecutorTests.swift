import Testing

@testable import Sockets

@Suite("An actor that lives on a loop (needs nothing)")
struct ActorExecutorTests {
  @Test("an actor on the loop is called from anywhere, and is at home all the while")
  func residents() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let resident = Resident(loop: loop)
    #expect(await resident.isAtHome())
    #expect(await resident.staysHome() == [true, true, true])
    let fromLoop = try await loop.run {
      let before = loop.isCurrent
      return [before, await resident.isAtHome(), loop.isCurrent] + (await resident.staysHome())
    }
    #expect(fromLoop == [Bool](repeating: true, count: 6))
    let other = try EventLoop(name: "other")
    defer { other.stop() }
    let fromOther = try await other.run {
      [await resident.isAtHome(), other.isCurrent, !loop.isCurrent]
    }
    #expect(fromOther == [true, true, true])
  }

  @Test("hops from many threads are neither lost nor run twice, and each comes home")
  func hops() async throws {
    let loops = try (0..<3).map { try EventLoop(name: "test\($0)") }
    defer { for loop in loops { loop.stop() } }
    let resident = Resident(loop: loops[0])
    let guest = Guest()
    try await withThrowingTaskGroup { group in
      for number in 0..<12 {
        let loop = loops[number % loops.count]
        group.addTask {
          try await loop.run {
            for _ in 0..<300 {
              _ = await resident.add()
              #expect(loop.isCurrent)
              _ = await guest.add()
              #expect(loop.isCurrent)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await resident.add() == 3601)
    #expect(await guest.add() == 3601)
  }

  @Test("it waits on its loop without leaving it, whoever called it and from wherever")
  func waits() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let resident = Resident(loop: loop)
    let pair = try DescriptorPair.sockets()
    let stay = try await loop.run { try loop.attach(pair.near.number, trigger: .oneShot) }
    for round in 0..<200 {
      async let waited: Void = resident.wait(for: .read, on: stay)
      if round % 2 == 0 { await Task.yield() }
      pair.put()
      try await waited
      pair.get()
    }
    let waiting = Task { try await resident.wait(for: .read, on: stay) }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: WaitError.cancelled) { try await waiting.value }
    try await loop.run { loop.detach(stay) }
  }

  @Test("it may assume its isolation on the loop, and from nowhere else")
  func assuming() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let resident = Resident(loop: loop)
    #expect(try await loop.run { resident.addByAssuming() } == 1)
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop(name: "test")
      _ = Resident(loop: loop).addByAssuming()
    }
  }

  @Test("work for it that comes after the loop was stopped is still done")
  func afterTheEnd() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(loop: loop)
    loop.stop()
    for number in 1...50 {
      #expect(await resident.add() == number)
      #expect(!loop.isCurrent)
    }
  }
}
