import Testing

@testable import System

/// The waiters are numbers here, since the table does not use them.
struct ReadinessTableTests {
  private var table = ReadinessTable<Int>()

  private func instant(_ nanoseconds: UInt64) -> Deadline { Deadline(nanoseconds: nanoseconds) }

  private mutating func attach(_ trigger: EventLoop.Trigger = .edge) -> Registration {
    table.attach(5, trigger: trigger)
  }

  @Test mutating func returnsTheWaiterOnceForItsEvent() {
    let registration = attach()
    for round in 1...3 {
      #expect(table.begin(.read, on: registration) == nil)
      #expect(table.suspend(round, id: 1, for: .read, on: registration, until: .never) == nil)
      let (reader, writer) = table.fire(registration, read: true, write: false, ended: false)
      #expect(reader == round)
      #expect(writer == nil)
      #expect(table.begin(.read, on: registration) == nil)
    }
  }

  @Test mutating func recordsAnEdgeWithoutWaiterOnce() {
    let registration = attach()
    _ = table.fire(registration, read: true, write: false, ended: false)
    #expect(table.begin(.write, on: registration) == nil)
    #expect(table.begin(.read, on: registration) == .ready)
    #expect(table.begin(.read, on: registration) == nil)
    _ = table.fire(registration, read: false, write: true, ended: false)
    #expect(table.begin(.read, on: registration) == nil)
    #expect(table.begin(.write, on: registration) == .ready)
    #expect(table.begin(.write, on: registration) == nil)
  }

  @Test mutating func returnsReaderAndWriterByDirection() {
    let registration = attach()
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: .never)
    _ = table.suspend(2, id: 2, for: .write, on: registration, until: .never)
    #expect(table.fire(registration, read: false, write: true, ended: false) == (nil, 2))
    _ = table.suspend(3, id: 3, for: .write, on: registration, until: .never)
    #expect(table.fire(registration, read: true, write: true, ended: false) == (1, 3))
  }

  @Test mutating func isAlwaysReadableAfterTheEnd() {
    let registration = attach()
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: .never)
    #expect(table.fire(registration, read: true, write: false, ended: true) == (1, nil))
    for _ in 0..<3 { #expect(table.begin(.read, on: registration) == .ready) }
    #expect(table.begin(.write, on: registration) == nil)
  }

  @Test mutating func watchesLevelTriggeredInputWithoutArming() {
    let registration = attach(.level)
    #expect(table.arming(of: registration) == nil)
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: .never)
    #expect(table.arming(of: registration) == nil)
    #expect(table.fire(registration, read: true, write: false, ended: false) == (1, nil))
    #expect(table.arming(of: registration) == nil)
    #expect(table.takeInput(registration) == false)
    #expect(table.begin(.read, on: registration) == nil)
  }

  @Test mutating func recordsLevelTriggeredInputOnce() {
    let registration = attach(.level)
    #expect(table.fire(registration, read: true, write: false, ended: true) == (nil, nil))
    #expect(table.arming(of: registration) == .level(read: false, write: false))
    #expect(table.arming(of: registration) == nil)
    #expect(table.takeInput(registration) == true)
    #expect(table.takeInput(registration) == false)
    #expect(table.arming(of: registration) == .level(read: true, write: false))
    _ = table.fire(registration, read: true, write: false, ended: true)
    #expect(table.arming(of: registration) == .level(read: false, write: false))
    #expect(table.begin(.read, on: registration) == .ready)
    #expect(table.begin(.read, on: registration) == nil)
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: .never)
    #expect(table.arming(of: registration) == .level(read: true, write: false))
  }

  @Test mutating func watchesBothDirectionsForALevelTriggeredWriter() {
    let registration = attach(.level)
    _ = table.suspend(1, id: 1, for: .write, on: registration, until: .never)
    #expect(table.arming(of: registration) == .level(read: true, write: true))
    #expect(table.fire(registration, read: true, write: false, ended: false) == (nil, 1))
    #expect(table.arming(of: registration) == .level(read: true, write: false))
    #expect(table.fire(registration, read: true, write: false, ended: false) == (nil, nil))
    #expect(table.arming(of: registration) == .level(read: false, write: false))
    _ = table.suspend(2, id: 2, for: .write, on: registration, until: .never)
    #expect(table.arming(of: registration) == .level(read: true, write: true))
    #expect(table.cancel(id: 2, on: registration) == 2)
    #expect(table.takeInput(registration) == true)
    #expect(table.arming(of: registration) == .level(read: true, write: false))
  }

  @Test mutating func returnsReaderAndWriterOfALevelByDirection() {
    let registration = attach(.level)
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: .never)
    _ = table.suspend(2, id: 2, for: .write, on: registration, until: .never)
    #expect(table.fire(registration, read: true, write: false, ended: false) == (1, nil))
    #expect(table.fire(registration, read: false, write: true, ended: false) == (nil, 2))
    #expect(table.begin(.write, on: registration) == nil)
  }

  @Test mutating func neverArmsEdgeTriggeredDescriptors() {
    let registration = attach()
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: .never)
    #expect(table.arming(of: registration) == nil)
  }

  @Test mutating func cancelsOnlyTheWaitWithTheNumber() {
    let registration = attach()
    _ = table.suspend(1, id: 10, for: .read, on: registration, until: .never)
    _ = table.suspend(2, id: 11, for: .write, on: registration, until: .never)
    #expect(table.cancel(id: 9, on: registration) == nil)
    #expect(table.cancel(id: 11, on: registration) == 2)
    #expect(table.cancel(id: 11, on: registration) == nil)
    #expect(table.cancel(id: 10, on: registration) == 1)
    _ = table.fire(registration, read: true, write: false, ended: false)
    #expect(table.begin(.read, on: registration) == .ready, "the edge belongs to the next wait")
  }

  @Test mutating func interruptsTheCurrentOrNextWaitOfOneDirection() {
    let registration = attach()
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: .never)
    _ = table.suspend(2, id: 2, for: .write, on: registration, until: .never)
    #expect(table.interrupt(.read, on: registration) == 1)
    #expect(table.begin(.read, on: registration) == nil)
    #expect(table.interrupt(.read, on: registration) == nil)
    #expect(table.begin(.read, on: registration) == .timedOut)
    #expect(table.begin(.read, on: registration) == nil)
    #expect(table.interrupt(.write, on: registration) == 2)
    #expect(table.interrupt(.write, on: registration) == nil)
    #expect(table.begin(.write, on: registration) == .timedOut)
    _ = table.detach(registration)
    #expect(table.interrupt(.read, on: registration) == nil)
    #expect(table.begin(.read, on: attach()) == nil)
  }

  @Test mutating func ignoresEndedRegistrationsOfTheSameNumber() {
    let first = attach()
    _ = table.suspend(1, id: 1, for: .read, on: first, until: instant(50))
    #expect(table.detach(first) == [1])
    #expect(table.detach(first) == nil)
    #expect(table.attachedCount == 0)
    let second = attach()
    #expect(second != first)
    #expect(table.begin(.read, on: first) == .cancelled)
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

  @Test mutating func treatsUnknownRegistrationsAsStale() {
    let stray = Registration(descriptor: 99, generation: 1)
    #expect(table.begin(.read, on: stray) == .cancelled)
    #expect(table.fire(stray, read: true, write: true, ended: true) == (nil, nil))
    #expect(table.begin(.read, on: Registration(descriptor: -1, generation: 1)) == .cancelled)
  }

  @Test mutating func returnsAllWaitersAndKeepsRegistrations() {
    let near = table.attach(3, trigger: .edge)
    let far = table.attach(8, trigger: .level)
    _ = table.suspend(1, id: 1, for: .read, on: near, until: .never)
    _ = table.suspend(2, id: 2, for: .write, on: near, until: .never)
    _ = table.suspend(3, id: 3, for: .read, on: far, until: .never)
    #expect(table.cancelAll() == [1, 2, 3])
    #expect(table.cancelAll().isEmpty)
    #expect(table.attachedCount == 2)
    #expect(table.begin(.read, on: near) == nil)
  }

  // MARK: Timers

  @Test mutating func requestsATimerOnlyForAnEarlierDeadline() {
    let registration = attach()
    #expect(
      table.suspend(1, id: 1, for: .read, on: registration, until: instant(100)) == instant(100))
    #expect(table.suspend(2, id: 2, for: .write, on: registration, until: instant(200)) == nil)
    _ = table.fire(registration, read: true, write: true, ended: false)
    #expect(table.suspend(3, id: 3, for: .read, on: registration, until: instant(300)) == nil)
    #expect(
      table.suspend(4, id: 4, for: .write, on: registration, until: instant(50)) == instant(50))
    #expect(table.isLive(timer: instant(50), of: registration))
    #expect(!table.isLive(timer: instant(100), of: registration))
  }

  @Test mutating func movesTheTimerToTheRemainingWait() {
    let registration = attach()
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: instant(100))
    _ = table.fire(registration, read: true, write: false, ended: false)
    _ = table.suspend(2, id: 2, for: .read, on: registration, until: instant(300))
    var (expired, next) = table.expire(registration, timer: instant(100), now: instant(100))
    #expect(expired.isEmpty)
    #expect(next == instant(300))
    (expired, next) = table.expire(registration, timer: instant(300), now: instant(299))
    #expect(expired.isEmpty, "no waiter expires before its deadline")
    #expect(next == instant(300))
    (expired, next) = table.expire(registration, timer: instant(300), now: instant(300))
    #expect(expired == [2])
    #expect(next == nil)
  }

  @Test mutating func ignoresReplacedTimers() {
    let registration = attach()
    _ = table.suspend(1, id: 1, for: .read, on: registration, until: instant(100))
    _ = table.suspend(2, id: 2, for: .write, on: registration, until: instant(50))
    let (expired, next) = table.expire(registration, timer: instant(50), now: instant(60))
    #expect(expired == [2])
    #expect(next == instant(100))
    _ = table.fire(registration, read: true, write: false, ended: false)
    _ = table.suspend(3, id: 3, for: .write, on: registration, until: instant(80))
    let (none, again) = table.expire(registration, timer: instant(100), now: instant(100))
    #expect(none.isEmpty && again == nil)
    #expect(table.expire(registration, timer: instant(80), now: instant(100)).expired == [3])
  }

  @Test mutating func setsNoTimerWithoutDeadline() {
    let registration = attach()
    #expect(table.suspend(1, id: 1, for: .read, on: registration, until: .never) == nil)
    #expect(
      table.suspend(2, id: 2, for: .write, on: registration, until: instant(10)) == instant(10))
    let (expired, next) = table.expire(registration, timer: instant(10), now: instant(1000))
    #expect(expired == [2])
    #expect(next == nil)
    #expect(table.cancel(id: 1, on: registration) == 1)
  }

  @Test func trapsOnSecondAttachReaderOrWriter() async {
    await #expect(processExitsWith: .failure) {
      var table = ReadinessTable<Int>()
      _ = table.attach(1, trigger: .edge)
      _ = table.attach(1, trigger: .edge)
    }
    await #expect(processExitsWith: .failure) {
      var table = ReadinessTable<Int>()
      let registration = table.attach(1, trigger: .edge)
      _ = table.suspend(1, id: 1, for: .read, on: registration, until: .never)
      _ = table.suspend(2, id: 2, for: .read, on: registration, until: .never)
    }
    await #expect(processExitsWith: .failure) {
      var table = ReadinessTable<Int>()
      let registration = table.attach(1, trigger: .edge)
      _ = table.suspend(1, id: 1, for: .write, on: registration, until: .never)
      _ = table.suspend(2, id: 2, for: .write, on: registration, until: .never)
    }
  }
}
