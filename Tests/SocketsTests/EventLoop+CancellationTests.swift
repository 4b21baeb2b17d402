import Glibc
import Testing

@testable import Sockets

@Suite("Ending a wait on an event loop (needs a socket)")
struct EventLoopCancellationTests {
  @Test("a task that was cancelled before it waits is told so at once")
  func cancelledBefore() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let stay = try loop.attach(pipe.near.number)
      let waiting = Task(executorPreference: loop) {
        while !Task.isCancelled { await Task.yield() }
        let wait = await waitOutcome { () throws(WaitError) in
          try await loop.wait(for: .read, on: stay)
        }
        let sleep = await waitOutcome { () throws(WaitError) in
          try await loop.sleep(until: .never)
        }
        return [wait, sleep]
      }
      waiting.cancel()
      #expect(await waiting.value == [.cancelled, .cancelled])
      loop.detach(stay)
    }
  }

  @Test("a cancellation from another thread, at any moment, ends exactly the wait that it is for")
  func cancelledAnyTime() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let pipe = try DescriptorPair.pipe()
    let stay = try await loop.run { try loop.attach(pipe.near.number) }
    for round in 0..<500 {
      let waiting = Task(executorPreference: loop) {
        await waitOutcome { () throws(WaitError) in
          try await loop.wait(for: .read, on: stay, until: .after(soon))
        }
      }
      for _ in 0..<(round % 7) { await Task.yield() }
      waiting.cancel()
      #expect(await waiting.value == .cancelled)
    }
    // The last cancellation is not left over for a wait that nobody cancelled.
    let next = Task(executorPreference: loop) {
      await waitOutcome { () throws(WaitError) in
        try await loop.wait(for: .read, on: stay, until: .after(soon))
      }
    }
    pipe.put()
    #expect(await next.value == .ready)
    try await loop.run { loop.detach(stay) }
  }

  @Test("an event that comes with a cancellation is not lost for the next wait")
  func cancelledWithEvent() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let stay = try loop.attach(pipe.near.number)
      for _ in 0..<100 {
        let waiting = Task(executorPreference: loop) {
          try await loop.wait(for: .read, on: stay, until: .after(soon))
        }
        await Task.yield()
        pipe.put()
        waiting.cancel()
        if case .failure = await waiting.result {
          try await loop.wait(for: .read, on: stay, until: .after(soon))
        }
        pipe.get()
      }
      loop.detach(stay)
    }
  }

  // MARK: Detaching

  @Test("who waits on a descriptor that is detached is told cancelled, and later waits too")
  func detaching() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let stay = try loop.attach(pipe.near.number)
      let waiting = Task(executorPreference: loop) {
        await waitOutcome { () throws(WaitError) in try await loop.wait(for: .read, on: stay) }
      }
      await Task.yield()
      loop.detach(stay)
      #expect(await waiting.value == .cancelled)
      let later = await waitOutcome { () throws(WaitError) in
        try await loop.wait(for: .read, on: stay)
      }
      #expect(later == .cancelled)
    }
  }

  @Test("detaching an ended stay again does not deafen the next one under its number")
  func staleDetach() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let first = try loop.attach(pipe.near.number)
      loop.detach(first)
      let second = try loop.attach(pipe.near.number)
      loop.detach(first)
      pipe.put()
      try await loop.wait(for: .read, on: second, until: .after(soon))
      loop.detach(second)
    }
  }

  @Test("a library that closes its descriptor under us ends the wait, not the process")
  func closedUnderUs() async throws {
    // Alone in a process, so that nobody else takes the number in between.
    await #expect(processExitsWith: .success) {
      endSoon()
      try await onLoop { loop in
        let ends = try DescriptorPair.pipeEnds()
        let stay = try loop.attach(ends[0], trigger: .oneShot)
        close(ends[0])
        let outcome = await waitOutcome { () throws(WaitError) in
          try await loop.wait(for: .read, on: stay)
        }
        precondition(outcome == .cancelled)
        loop.detach(stay)
      }
    }
  }
}
