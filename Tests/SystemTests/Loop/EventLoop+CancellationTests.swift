import Glibc
import TestSupport
import Testing

@testable import System

struct EventLoopCancellationTests {
  @Test func endsWaitsOfCancelledTasksAtOnce() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let registration = try loop.attach(pipe.near.number)
      let waiting = Task(executorPreference: loop) {
        while !Task.isCancelled { await Task.yield() }
        let wait = await loop.outcome(on: registration)
        let sleep = await waitOutcome { () throws(WaitError) in
          try await loop.sleep(until: .never)
        }
        return [wait, sleep]
      }
      waiting.cancel()
      #expect(await waiting.value == [.cancelled, .cancelled])
      loop.detach(registration)
    }
  }

  @Test func cancelsOnlyTheIntendedWait() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try DescriptorPair.pipe()
    let registration = try await loop.run { try loop.attach(pipe.near.number) }
    for round in 0..<500 {
      let waiting = Task(executorPreference: loop) {
        await loop.outcome(on: registration, until: .after(soon))
      }
      for _ in 0..<(round % 7) { await Task.yield() }
      waiting.cancel()
      #expect(await waiting.value == .cancelled)
    }
    // The last cancellation does not affect a wait that was not cancelled.
    let next = Task(executorPreference: loop) {
      await loop.outcome(on: registration, until: .after(soon))
    }
    pipe.put()
    #expect(await next.value == .ready)
    try await loop.run { loop.detach(registration) }
  }

  @Test func keepsEventsThatArriveWithACancellation() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let registration = try loop.attach(pipe.near.number)
      for _ in 0..<100 {
        let waiting = await loop.beginWait(on: registration)
        pipe.put()
        waiting.cancel()
        if case .failure = await waiting.result {
          try await loop.wait(for: .read, on: registration, until: .after(soon))
        }
        pipe.get()
      }
      loop.detach(registration)
    }
  }

  // MARK: Detaching

  @Test func cancelsWaitsOnDetachedDescriptors() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let registration = try loop.attach(pipe.near.number)
      let waiting = Task(executorPreference: loop) { await loop.outcome(on: registration) }
      await Task.yield()
      loop.detach(registration)
      #expect(await waiting.value == .cancelled)
      let later = await loop.outcome(on: registration)
      #expect(later == .cancelled)
    }
  }

  @Test func endsWaitsOnDescriptorsThatALibraryCloses() async throws {
    // In its own process, so that the number is not reused in between.
    await #expect(processExitsWith: .success) {
      endSoon()
      try await onLoop { loop in
        let ends = try DescriptorPair.pipeEnds()
        let registration = try loop.attach(ends[0], trigger: .level)
        close(ends[0])
        let outcome = await loop.outcome(for: .write, on: registration)
        precondition(outcome == .cancelled)
        loop.detach(registration)
      }
    }
  }
}
