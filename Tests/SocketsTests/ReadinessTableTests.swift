import Testing

@testable import Sockets

/// The waiters are numbers here: the table never looks at them.
@Suite("The readiness table (needs nothing)")
struct ReadinessTableTests {
  private var table = ReadinessTable<Int>()

  private func instant(_ nanoseconds: UInt64) -> Deadline { Deadline(nanoseconds: nanoseconds) }

  private mutating func attach(_ trigger: EventLoop.Trigger = .edge) -> Registration {
    table.attach(5, trigger: trigger)
  }

  @Test("a wait suspends, its event hands it back once, and then it suspends again")
  mutating func roundTrip() {
    let stay = attach()
    for round in 1...3 {
      #expect(table.begin(.read, on: stay) == .mustSuspend)
      #expect(table.suspend(round, id: 1, for: .read, on: stay, until: .never) == nil)
      let (reader, writer) = table.fire(stay, read: true, write: false, ended: false)
      #expect(reader == round)
      #expect(writer == nil)
      #expect(table.begin(.read, on: stay) == .mustSuspend)
    }
  }

  @Test("an edge that nobody waits for is remembered for its direction, once")
  mutating func remembered() {
    let stay = attach()
    _ = table.fire(stay, read: true, write: false, ended: false)
    #expect(table.begin(.write, on: stay) == .mustSuspend)
    #expect(table.begin(.read, on: stay) == .isReady)
    #expect(table.begin(.read, on: stay) == .mustSuspend)
    _ = table.fire(stay, read: false, write: true, ended: false)
    #expect(table.begin(.read, on: stay) == .mustSuspend)
    #expect(table.begin(.write, on: stay) == .isReady)
    #expect(table.begin(.write, on: stay) == .mustSuspend)
  }

  @Test("one event hands back the reader and the writer, each only if its direction is ready")
  mutating func directions() {
    let stay = attach()
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: .never)
    _ = table.suspend(2, id: 2, for: .write, on: stay, until: .never)
    #expect(table.fire(stay, read: false, write: true, ended: false) == (nil, 2))
    _ = table.suspend(3, id: 3, for: .write, on: stay, until: .never)
    #expect(table.fire(stay, read: true, write: true, ended: false) == (1, 3))
  }

  @Test("after the end reading is always ready, and writing is not")
  mutating func ended() {
    let stay = attach()
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: .never)
    #expect(table.fire(stay, read: true, write: false, ended: true) == (1, nil))
    for _ in 0..<3 { #expect(table.begin(.read, on: stay) == .isReady) }
    #expect(table.begin(.write, on: stay) == .mustSuspend)
  }

  @Test("what was told to a one-shot descriptor is not remembered, not even its end")
  mutating func oneShot() {
    let stay = attach(.oneShot)
    _ = table.fire(stay, read: true, write: true, ended: true)
    #expect(table.begin(.read, on: stay) == .mustSuspend)
    #expect(table.begin(.write, on: stay) == .mustSuspend)
  }

  @Test("a one-shot descriptor is armed for all who wait, and again for who is left")
  mutating func arming() {
    let stay = attach(.oneShot)
    #expect(table.arming(of: stay) == nil)
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: .never)
    #expect(table.arming(of: stay) == .once(read: true, write: false))
    _ = table.suspend(2, id: 2, for: .write, on: stay, until: .never)
    #expect(table.arming(of: stay) == .once(read: true, write: true))
    #expect(table.fire(stay, read: true, write: false, ended: false) == (1, nil))
    #expect(table.arming(of: stay) == .once(read: false, write: true))
    #expect(table.cancel(id: 2, on: stay) == 2)
    #expect(table.arming(of: stay) == nil)
  }

  @Test("a level-triggered descriptor is watched for input without being armed")
  mutating func level() {
    let stay = attach(.level)
    #expect(table.arming(of: stay) == nil)
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: .never)
    #expect(table.arming(of: stay) == nil)
    #expect(table.fire(stay, read: true, write: false, ended: false) == (1, nil))
    #expect(table.arming(of: stay) == nil)
    #expect(table.takeInput(stay) == false)
    #expect(table.begin(.read, on: stay) == .mustSuspend)
  }

  @Test("input that nobody waits for is noted once, and not watched until somebody does")
  mutating func unwanted() {
    let stay = attach(.level)
    #expect(table.fire(stay, read: true, write: false, ended: true) == (nil, nil))
    #expect(table.arming(of: stay) == .once(read: false, write: false))
    #expect(table.arming(of: stay) == nil)
    #expect(table.takeInput(stay) == true)
    #expect(table.takeInput(stay) == false)
    #expect(table.arming(of: stay) == .level(read: true, write: false))
    _ = table.fire(stay, read: true, write: false, ended: true)
    #expect(table.arming(of: stay) == .once(read: false, write: false))
    #expect(table.begin(.read, on: stay) == .isReady)
    #expect(table.begin(.read, on: stay) == .mustSuspend)
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: .never)
    #expect(table.arming(of: stay) == .level(read: true, write: false))
  }

  @Test("a level-triggered descriptor is watched for room only while somebody waits for it")
  mutating func levelWrite() {
    let stay = attach(.level)
    _ = table.suspend(1, id: 1, for: .write, on: stay, until: .never)
    #expect(table.arming(of: stay) == .level(read: true, write: true))
    #expect(table.fire(stay, read: true, write: true, ended: false) == (nil, 1))
    #expect(table.arming(of: stay) == .once(read: false, write: false))
    _ = table.suspend(2, id: 2, for: .write, on: stay, until: .never)
    #expect(table.arming(of: stay) == .level(read: false, write: true))
    #expect(table.cancel(id: 2, on: stay) == 2)
    #expect(table.takeInput(stay) == true)
    #expect(table.arming(of: stay) == .level(read: true, write: false))
  }

  @Test("an edge-triggered descriptor is never armed")
  mutating func edgesNeedNoArming() {
    let stay = attach()
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: .never)
    #expect(table.arming(of: stay) == nil)
  }

  @Test("cancelling takes out the wait of that number and no other")
  mutating func cancelling() {
    let stay = attach()
    _ = table.suspend(1, id: 10, for: .read, on: stay, until: .never)
    _ = table.suspend(2, id: 11, for: .write, on: stay, until: .never)
    #expect(table.cancel(id: 9, on: stay) == nil)
    #expect(table.cancel(id: 11, on: stay) == 2)
    #expect(table.cancel(id: 11, on: stay) == nil)
    #expect(table.cancel(id: 10, on: stay) == 1)
    _ = table.fire(stay, read: true, write: false, ended: false)
    #expect(table.begin(.read, on: stay) == .isReady, "the edge belongs to the next wait")
  }

  @Test("an interruption ends the wait, or the next one, of its direction and no other")
  mutating func interruption() {
    let stay = attach()
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: .never)
    _ = table.suspend(2, id: 2, for: .write, on: stay, until: .never)
    #expect(table.interrupt(.read, on: stay) == 1)
    #expect(table.begin(.read, on: stay) == .mustSuspend)
    #expect(table.interrupt(.read, on: stay) == nil)
    #expect(table.begin(.read, on: stay) == .isInterrupted)
    #expect(table.begin(.read, on: stay) == .mustSuspend)
    #expect(table.interrupt(.write, on: stay) == 2)
    #expect(table.interrupt(.write, on: stay) == nil)
    #expect(table.begin(.write, on: stay) == .isInterrupted)
    _ = table.detach(stay)
    #expect(table.interrupt(.read, on: stay) == nil)
    #expect(table.begin(.read, on: attach()) == .mustSuspend)
  }

  @Test("a stay that has ended hears nothing of the next one under its number")
  mutating func generations() {
    let first = attach()
    _ = table.suspend(1, id: 1, for: .read, on: first, until: instant(50))
    #expect(table.detach(first) == [1])
    #expect(table.detach(first) == nil)
    #expect(table.attachedCount == 0)
    let second = attach()
    #expect(second != first)
    #expect(table.begin(.read, on: first) == .isStale)
    _ = table.suspend(2, id: 1, for: .read, on: second, until: instant(50))
    #expect(table.fire(first, read: true, write: true, ended: true) == (nil, nil))
    #expect(table.cancel(id: 1, on: first) == nil)
    #expect(table.arming(of: first) == nil)
    #expect(table.detach(first) == nil)
    let (expired, next) = table.expire(first, timer: instant(50), now: instant(60))
    #expect(expired.isEmpty && next == nil)
    #expect(table.fire(second, read: true, write: false, ended: false) == (2, nil))
    #expect(table.attachedCount == 1)
  }

  @Test("a registration of a number that was never here is stale")
  mutating func unknown() {
    let stray = Registration(descriptor: 99, generation: 1)
    #expect(table.begin(.read, on: stray) == .isStale)
    #expect(table.fire(stray, read: true, write: true, ended: true) == (nil, nil))
    #expect(table.begin(.read, on: Registration(descriptor: -1, generation: 1)) == .isStale)
  }

  @Test("cancelling all hands back everybody and leaves the stays")
  mutating func cancelAll() {
    let near = table.attach(3, trigger: .edge)
    let far = table.attach(8, trigger: .oneShot)
    _ = table.suspend(1, id: 1, for: .read, on: near, until: .never)
    _ = table.suspend(2, id: 2, for: .write, on: near, until: .never)
    _ = table.suspend(3, id: 3, for: .read, on: far, until: .never)
    #expect(table.cancelAll() == [1, 2, 3])
    #expect(table.cancelAll().isEmpty)
    #expect(table.attachedCount == 2)
    #expect(table.begin(.read, on: near) == .mustSuspend)
  }

  // MARK: Timers

  @Test("a slot asks for one timer, and for another only when it must be earlier")
  mutating func lazyTimers() {
    let stay = attach()
    #expect(table.suspend(1, id: 1, for: .read, on: stay, until: instant(100)) == instant(100))
    #expect(table.suspend(2, id: 2, for: .write, on: stay, until: instant(200)) == nil)
    _ = table.fire(stay, read: true, write: true, ended: false)
    #expect(table.suspend(3, id: 3, for: .read, on: stay, until: instant(300)) == nil)
    #expect(table.suspend(4, id: 4, for: .write, on: stay, until: instant(50)) == instant(50))
    #expect(table.isLive(timer: instant(50), of: stay))
    #expect(!table.isLive(timer: instant(100), of: stay))
  }

  @Test("a timer whose wait has ended in time is set anew for the wait that is there")
  mutating func rearmed() {
    let stay = attach()
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: instant(100))
    _ = table.fire(stay, read: true, write: false, ended: false)
    _ = table.suspend(2, id: 2, for: .read, on: stay, until: instant(300))
    var (expired, next) = table.expire(stay, timer: instant(100), now: instant(100))
    #expect(expired.isEmpty)
    #expect(next == instant(300))
    (expired, next) = table.expire(stay, timer: instant(300), now: instant(299))
    #expect(expired.isEmpty, "looked at too early, nobody is sent away")
    #expect(next == instant(300))
    (expired, next) = table.expire(stay, timer: instant(300), now: instant(300))
    #expect(expired == [2])
    #expect(next == nil)
  }

  @Test("a timer that an earlier one has replaced does nothing when it comes")
  mutating func replaced() {
    let stay = attach()
    _ = table.suspend(1, id: 1, for: .read, on: stay, until: instant(100))
    _ = table.suspend(2, id: 2, for: .write, on: stay, until: instant(50))
    let (expired, next) = table.expire(stay, timer: instant(50), now: instant(60))
    #expect(expired == [2])
    #expect(next == instant(100))
    _ = table.fire(stay, read: true, write: false, ended: false)
    _ = table.suspend(3, id: 3, for: .write, on: stay, until: instant(80))
    let (none, again) = table.expire(stay, timer: instant(100), now: instant(100))
    #expect(none.isEmpty && again == nil)
    #expect(table.expire(stay, timer: instant(80), now: instant(100)).expired == [3])
  }

  @Test("a wait without a deadline needs no timer and never expires")
  mutating func never() {
    let stay = attach()
    #expect(table.suspend(1, id: 1, for: .read, on: stay, until: .never) == nil)
    #expect(table.suspend(2, id: 2, for: .write, on: stay, until: instant(10)) == instant(10))
    let (expired, next) = table.expire(stay, timer: instant(10), now: instant(1000))
    #expect(expired == [2])
    #expect(next == nil)
    #expect(table.cancel(id: 1, on: stay) == 1)
  }

  @Test("a second attach of a number, a second reader and a second writer are our own bugs")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      var table = ReadinessTable<Int>()
      _ = table.attach(1, trigger: .edge)
      _ = table.attach(1, trigger: .edge)
    }
    await #expect(processExitsWith: .failure) {
      var table = ReadinessTable<Int>()
      let stay = table.attach(1, trigger: .edge)
      _ = table.suspend(1, id: 1, for: .read, on: stay, until: .never)
      _ = table.suspend(2, id: 2, for: .read, on: stay, until: .never)
    }
    await #expect(processExitsWith: .failure) {
      var table = ReadinessTable<Int>()
      let stay = table.attach(1, trigger: .edge)
      _ = table.suspend(1, id: 1, for: .write, on: stay, until: .never)
      _ = table.suspend(2, id: 2, for: .write, on: stay, until: .never)
    }
  }
}
