import Glibc
import Testing

@testable import Sockets

@Suite("Waiting on an event loop (needs a socket)")
struct EventLoopWaitingTests {
  // MARK: Readiness

  @Test("a wait ends when its event comes, in every way of telling", arguments: [true, false])
  func readiness(isOneShot: Bool) async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let stay = try loop.attach(pipe.near.number, trigger: isOneShot ? .oneShot : .edge)
      for _ in 0..<20 {
        let waiting = Task(executorPreference: loop) {
          try await loop.wait(for: .read, on: stay, until: .after(soon))
        }
        await Task.yield()
        pipe.put()
        try await waiting.value
        pipe.get()
      }
      loop.detach(stay)
    }
  }

  @Test("a task comes to its suspension without being put off,")
  func suspendsAtOnce() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let stay = try loop.attach(pipe.near.number, trigger: .oneShot)
      let waiting = Task(executorPreference: loop) {
        try await loop.wait(for: .read, on: stay, until: .after(soon))
      }
      await Task.yield()
      #expect(loop.table.arming(of: stay) == .once(read: true, write: false))
      pipe.put()
      try await waiting.value
      loop.detach(stay)
    }
  }

  @Test("a one-shot descriptor that is still ready is ready at each wait, and not after")
  func level() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let stay = try loop.attach(pipe.near.number, trigger: .oneShot)
      pipe.put()
      for _ in 0..<3 { try await loop.wait(for: .read, on: stay, until: .after(soon)) }
      pipe.get()
      let late = await waitOutcome { () throws(WaitError) in
        try await loop.wait(for: .read, on: stay, until: .after(.milliseconds(10)))
      }
      #expect(late == .timedOut)
      loop.detach(stay)
    }
  }

  @Test("input on a level-triggered descriptor is noted while nobody waits, and waited for after")
  func unwantedInput() async throws {
    try await onLoop { loop in
      let pair = try DescriptorPair.sockets()
      let stay = try loop.attach(pair.near.number, trigger: .level)
      #expect(loop.takeInput(stay) == false)
      for _ in 0..<3 {
        pair.put()
        while loop.takeInput(stay) != true { try await loop.nextTick() }
        pair.get()
        let waiting = Task(executorPreference: loop) {
          try await loop.wait(for: .read, on: stay, until: .after(soon))
        }
        await Task.yield()
        pair.put()
        try await waiting.value
        pair.get()
        try await loop.nextTick()
        _ = loop.takeInput(stay)
      }
      loop.detach(stay)
      #expect(loop.takeInput(stay) == nil)
    }
  }

  @Test("the writer's event does not disarm the reader of a one-shot descriptor")
  func bothDirections() async throws {
    try await onLoop { loop in
      let pair = try DescriptorPair.sockets()
      let stay = try loop.attach(pair.near.number, trigger: .oneShot)
      let reading = Task(executorPreference: loop) {
        try await loop.wait(for: .read, on: stay, until: .after(soon))
      }
      await Task.yield()
      try await loop.wait(for: .write, on: stay, until: .after(soon))
      pair.put()
      try await reading.value
      loop.detach(stay)
    }
  }

  @Test(
    "the end of a pipe's writer wakes who reads it, in every way of telling",
    arguments: [true, false])
  func hangUp(isOneShot: Bool) async throws {
    try await onLoop { loop in
      let ends = try DescriptorPair.pipeEnds()
      let reading = FileDescriptor(owning: ends[0])
      let stay = try loop.attach(reading.number, trigger: isOneShot ? .oneShot : .edge)
      close(ends[1])
      for _ in 0..<3 { try await loop.wait(for: .read, on: stay, until: .after(soon)) }
      loop.detach(stay)
    }
  }

  @Test("a descriptor that cannot be waited for is refused, and its number stays free")
  func unwaitable() async throws {
    try await onLoop { loop in
      let file = regularFile()
      for _ in 0..<2 {
        #expect(throws: SocketError.system(.notPermitted, call: "epoll_ctl")) {
          try loop.attach(file.number)
        }
      }
    }
  }

  @Test("what came in time is ready, however late the loop looks")
  func readinessBeforeDeadline() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let stay = try loop.attach(pipe.near.number)
      let deadline = Deadline.after(.milliseconds(5))
      let waiting = Task(executorPreference: loop) {
        try await loop.wait(for: .read, on: stay, until: deadline)
      }
      await Task.yield()
      pipe.put()
      // Something that holds the thread until after the deadline.
      while !deadline.hasPassed {}
      try await waiting.value
      loop.detach(stay)
    }
  }

  // MARK: Deadlines

  @Test("a wait ends at its deadline and not before, and a passed one ends it at once")
  func deadlines() async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let stay = try loop.attach(pipe.near.number)
      for milliseconds in [20, 5, 12, 0, -5, 8] {
        let deadline = Deadline.after(.milliseconds(milliseconds))
        let outcome = await waitOutcome { () throws(WaitError) in
          try await loop.wait(for: .read, on: stay, until: deadline)
        }
        #expect(outcome == .timedOut)
        #expect(deadline.hasPassed)
      }
      loop.detach(stay)
    }
  }

  @Test("reader and writer of one descriptor each keep their own deadline")
  func twoDeadlines() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let confined = Confined(value: client)
      let late = Deadline.after(.milliseconds(40))
      let early = Deadline.after(.milliseconds(10))
      let reading = Task(executorPreference: loop) {
        var bytes: [UInt8] = []
        let outcome = await result { () throws(StreamError) in
          try await confined.value.read(into: &bytes, atMost: 1, until: late)
        }
        #expect(late.hasPassed)
        return outcome
      }
      await Task.yield()
      let big = [UInt8](repeating: 1, count: 64 << 20)
      await #expect(throws: StreamError.timedOut) {
        try await confined.value.write(big[...], until: early)
      }
      #expect(early.hasPassed)
      #expect(await reading.value == .failure(.timedOut))
      server.close()
    }
  }

  @Test("sleepers wake in the order of their instants")
  func sleepers() async throws {
    let order = try await onLoop { loop in
      await withTaskGroup(of: Int.self) { group in
        for rank in [3, 1, 4, 2, 0] {
          let deadline = Deadline.after(.milliseconds(5 + 8 * rank))
          group.addTask {
            try? await loop.sleep(until: deadline)
            #expect(deadline.hasPassed)
            return rank
          }
        }
        return await group.reduce(into: [Int]()) { $0.append($1) }
      }
    }
    #expect(order == [0, 1, 2, 3, 4])
  }

  @Test("whoever lets others have their turn goes on after the tasks and sockets that are ready")
  func nextTick() async throws {
    let order = try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let registration = try loop.attach(pipe.near.number)
      let log = Mentions()
      let reader = Task(executorPreference: loop) {
        try await loop.wait(for: .read, on: registration, until: .after(soon))
        log.add("socket")
      }
      // The reader is to wait before there is something to read.
      try await loop.nextTick()
      let other = Task(executorPreference: loop) { log.add("task") }
      pipe.put()
      try await loop.nextTick()
      log.add("turn")
      _ = await (try reader.value, other.value)
      loop.detach(registration)
      return log.all
    }
    #expect(order == ["task", "socket", "turn"])
  }

  @Test("timers of waits and sleeps that ended early do not heap up")
  func timerChurn() async throws {
    let count = try await onLoop { loop in
      for round in 0..<200 {
        let pipe = try DescriptorPair.pipe()
        let stay = try loop.attach(pipe.near.number)
        for step in 0..<10 {
          // Ever earlier deadlines: each needs a timer of its own.
          let deadline = Deadline.after(.seconds(100_000 - 10 * round - step))
          let waiting = Task(executorPreference: loop) {
            try await loop.wait(for: .read, on: stay, until: deadline)
          }
          let sleeping = Task(executorPreference: loop) { try await loop.sleep(until: deadline) }
          await Task.yield()
          waiting.cancel()
          sleeping.cancel()
          _ = await (waiting.result, sleeping.result)
        }
        loop.detach(stay)
      }
      return loop.timers.count
    }
    #expect(count < 300)
  }
}

/// Words in the order in which they were said.
private final class Mentions: Sendable {
  private let words = Lock([String]())

  func add(_ word: String) { words.withLock { $0.append(word) } }

  var all: [String] { words.withLock { $0 } }
}
