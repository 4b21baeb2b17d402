import Glibc
import TestSupport
import Testing

@testable import System

struct EventLoopWaitingTests {
  // MARK: Readiness

  @Test(arguments: [true, false])
  func endsWaitsOnTheirEventWithEveryTrigger(isLevel: Bool) async throws {
    try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let registration = try loop.attach(pipe.near.number, trigger: isLevel ? .level : .edge)
      for _ in 0..<20 {
        let waiting = await loop.beginWait(on: registration)
        pipe.put()
        try await waiting.value
        pipe.get()
      }
      loop.detach(registration)
    }
  }

  @Test func recordsLevelTriggeredInputWithoutWaiter() async throws {
    try await onLoop { loop in
      let pair = try DescriptorPair.sockets()
      let registration = try loop.attach(pair.near.number, trigger: .level)
      #expect(loop.takeInput(registration) == false)
      for _ in 0..<3 {
        pair.put()
        while loop.takeInput(registration) != true { try await loop.nextTick() }
        pair.get()
        let waiting = await loop.beginWait(on: registration)
        pair.put()
        try await waiting.value
        pair.get()
        try await loop.nextTick()
        _ = loop.takeInput(registration)
      }
      loop.detach(registration)
      #expect(loop.takeInput(registration) == nil)
    }
  }

  @Test func keepsTheReaderArmedAfterAWriteEvent() async throws {
    try await onLoop { loop in
      let pair = try DescriptorPair.sockets()
      let registration = try loop.attach(pair.near.number, trigger: .level)
      let reading = await loop.beginWait(on: registration)
      try await loop.wait(for: .write, on: registration, until: .after(soon))
      pair.put()
      try await reading.value
      loop.detach(registration)
    }
  }

  @Test(arguments: [true, false])
  func wakesReadersWhenThePipesWriterEnds(isLevel: Bool) async throws {
    try await onLoop { loop in
      let ends = try DescriptorPair.pipeEnds()
      let reading = FileDescriptor(owning: ends[0])
      let registration = try loop.attach(reading.number, trigger: isLevel ? .level : .edge)
      close(ends[1])
      for _ in 0..<3 { try await loop.wait(for: .read, on: registration, until: .after(soon)) }
      loop.detach(registration)
    }
  }

  @Test func rejectsFilesAndFreesTheirNumbers() async throws {
    try await onLoop { loop in
      let file = regularFile()
      for _ in 0..<2 {
        #expect(throws: Errno.notPermitted) {
          try loop.attach(file.number)
        }
      }
    }
  }

  @Test func prefersEventsInTimeOverPassedDeadlines() async throws {
    try await onVirtualTime { loop, clock in
      let pipe = try DescriptorPair.pipe()
      let registration = try loop.attach(pipe.near.number)
      let deadline = Deadline.after(.seconds(5))
      let waiting = await loop.beginWait(on: registration, until: deadline)
      pipe.put()
      // Both come in the same tick.
      try await clock.advance(by: .seconds(6))
      try await waiting.value
      loop.detach(registration)
    }
  }

  // MARK: Deadlines

  @Test func endsWaitsAtTheirDeadline() async throws {
    try await onVirtualTime { loop, clock in
      let pipe = try DescriptorPair.pipe()
      let registration = try loop.attach(pipe.near.number)
      for seconds in [20, 5, 12, 1] {
        let deadline = Deadline.after(.seconds(seconds))
        let waiting = Task(executorPreference: loop) {
          await loop.outcome(on: registration, until: deadline)
        }
        await Task.yield()
        try await clock.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(loop.hasWait(until: deadline))
        try await clock.advance(by: .milliseconds(1))
        #expect(await waiting.value == .timedOut)
      }
      for deadline in [Deadline.now, .after(.seconds(-5))] {
        await #expect(throws: WaitError.timedOut) {
          try await loop.wait(for: .read, on: registration, until: deadline)
        }
      }
      loop.detach(registration)
    }
  }

  @Test func keepsSeparateDeadlinesForReaderAndWriter() async throws {
    try await onVirtualTime { loop, clock in
      let pair = try DescriptorPair.sockets()
      pair.fill()
      let registration = try loop.attach(pair.near.number)
      let (early, late) = (Deadline.after(.seconds(10)), Deadline.after(.seconds(40)))
      func wait(_ readiness: Readiness, until deadline: Deadline) -> Task<WaitOutcome, Never> {
        Task(executorPreference: loop) {
          await loop.outcome(for: readiness, on: registration, until: deadline)
        }
      }
      let (reading, writing) = (wait(.read, until: late), wait(.write, until: early))
      await Task.yield()
      try await clock.advance(by: .seconds(10))
      #expect(await writing.value == .timedOut)
      #expect(loop.hasWait(until: late))
      try await clock.advance(by: .seconds(30))
      #expect(await reading.value == .timedOut)
      loop.detach(registration)
    }
  }

  @Test func wakesSleepersInOrderOfTheirInstants() async throws {
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

  @Test func resumesAfterReadyTasksAndSocketsOnNextTick() async throws {
    let order = try await onLoop { loop in
      let pipe = try DescriptorPair.pipe()
      let registration = try loop.attach(pipe.near.number)
      let log = CallOrder()
      let reader = Task(executorPreference: loop) {
        try await loop.wait(for: .read, on: registration, until: .after(soon))
        log.add("socket")
      }
      // The reader must be waiting before there is input.
      try await loop.nextTick()
      let other = Task(executorPreference: loop) { log.add("task") }
      pipe.put()
      try await loop.nextTick()
      log.add("tick")
      _ = await (try reader.value, other.value)
      loop.detach(registration)
      return log.all
    }
    #expect(order == ["task", "socket", "tick"])
  }

  @Test func removesStaleTimers() async throws {
    let count = try await onLoop { loop in
      for round in 0..<200 {
        let pipe = try DescriptorPair.pipe()
        let registration = try loop.attach(pipe.near.number)
        for step in 0..<10 {
          // Each deadline is earlier than the last, so each needs its own timer.
          let deadline = Deadline.after(.seconds(100_000 - 10 * round - step))
          let waiting = Task(executorPreference: loop) {
            try await loop.wait(for: .read, on: registration, until: deadline)
          }
          let sleeping = Task(executorPreference: loop) { try await loop.sleep(until: deadline) }
          await Task.yield()
          waiting.cancel()
          sleeping.cancel()
          _ = await (waiting.result, sleeping.result)
        }
        loop.detach(registration)
      }
      return loop.timers.count
    }
    #expect(count < 300)
  }
}

/// Names in the order in which they were added.
private final class CallOrder: Sendable {
  private let names = Lock([String]())

  func add(_ name: String) { names.withLock { $0.append(name) } }

  var all: [String] { names.withLock { $0 } }
}
