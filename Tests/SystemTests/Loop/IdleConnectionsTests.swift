import TestSupport
import Testing

@testable import System

struct IdleConnectionsTests {
  /// A pair of connected descriptors on a loop, with idle connections.
  private struct Fixture {
    let idle: IdleConnections<Int>
    let pair: DescriptorPair
    let registration: Registration

    init(_ loop: EventLoop) throws {
      idle = IdleConnections(on: loop)
      pair = try DescriptorPair.sockets()
      registration = try loop.attach(pair.near.number)
    }
  }

  @Test func returnsConnectionsOnceTheyAreReadable() async throws {
    let order = try await onLoop { loop in
      let fixture = try Fixture(loop)
      fixture.idle.add(7, on: fixture.registration, until: .never)
      #expect(fixture.idle.count == 1)
      let writing = Task { @Sendable [pair = fixture.pair] in
        pair.put()
      }
      let connection = await fixture.idle.next()
      await writing.value
      #expect(fixture.idle.count == 0)
      loop.detach(fixture.registration)
      return connection
    }
    #expect(order == 7)
  }

  @Test func returnsReadableConnectionsAtOnceInOrder() async throws {
    try await onLoop { loop in
      let fixture = try Fixture(loop)
      fixture.pair.put()
      fixture.idle.add(1, on: fixture.registration, until: .never)
      #expect(await fixture.idle.next() == 1)
      loop.detach(fixture.registration)
      fixture.idle.add(2, on: fixture.registration, until: .never)
      fixture.idle.add(3, on: fixture.registration, until: .never)
      #expect(fixture.idle.count == 2)
      #expect(await fixture.idle.next() == 2)
      #expect(await fixture.idle.next() == 3)
    }
  }

  @Test func wakesTheConnectionsThatMeetACondition() async throws {
    try await onLoop { loop in
      let (fixture, other) = (try Fixture(loop), try Fixture(loop))
      fixture.idle.add(1, on: fixture.registration, until: .never)
      fixture.idle.add(2, on: other.registration, until: .never)
      fixture.idle.wakeAll { $0 == 2 }
      #expect(await fixture.idle.next() == 2)
      #expect(fixture.idle.count == 1)
      fixture.idle.wakeAll()
      #expect(await fixture.idle.next() == 1)
    }
  }

  @Test func returnsAConnectionOnceAfterItsWakeUp() async throws {
    try await onLoop { loop in
      let fixture = try Fixture(loop)
      let wake = fixture.idle.add(1, on: fixture.registration, until: .never)
      wake()
      #expect(await fixture.idle.next() == 1)
      fixture.idle.add(2, on: fixture.registration, until: .never)
      // It belongs to the wait that is over.
      wake()
      #expect(fixture.idle.count == 1)
      fixture.idle.wakeAll()
      #expect(await fixture.idle.next() == 2)
      loop.detach(fixture.registration)
    }
  }

  @Test func returnsAllConnectionsAfterWakeAll() async throws {
    try await onLoop { loop in
      let (fixture, other) = (try Fixture(loop), try Fixture(loop))
      fixture.idle.wakeAll()
      fixture.idle.add(1, on: fixture.registration, until: .never)
      fixture.idle.add(2, on: other.registration, until: .never)
      fixture.idle.wakeAll()
      #expect(await fixture.idle.next() == 1)
      #expect(await fixture.idle.next() == 2)
      fixture.idle.add(3, on: fixture.registration, until: .after(.milliseconds(5)))
      #expect(fixture.idle.count == 1)
      #expect(await fixture.idle.next() == 3)
    }
  }

  @Test func returnsConnectionsOnDeadlineAndDetach() async throws {
    try await onLoop { loop in
      let fixture = try Fixture(loop)
      fixture.idle.add(1, on: fixture.registration, until: .after(.milliseconds(5)))
      #expect(await fixture.idle.next() == 1)
      fixture.idle.add(2, on: fixture.registration, until: .never)
      loop.detach(fixture.registration)
      #expect(await fixture.idle.next() == 2)
    }
  }

  @Test func returnsNilOnceClosedAndEmpty() async throws {
    try await onLoop { loop in
      let fixture = try Fixture(loop)
      fixture.idle.add(1, on: fixture.registration, until: .never)
      fixture.idle.close()
      loop.detach(fixture.registration)
      #expect(await fixture.idle.next() == 1)
      #expect(await fixture.idle.next() == nil)
      let idle = IdleConnections<Int>(on: loop)
      let closing = loop.start(idle) { $0.close() }
      #expect(await idle.next() == nil)
      await closing.value
    }
  }

  @Test func returnsNilToACancelledTaker() async throws {
    try await onLoop { loop in
      let fixture = try Fixture(loop)
      fixture.idle.add(1, on: fixture.registration, until: .never)
      let taking = loop.start(fixture.idle) { await $0.next() }
      taking.cancel()
      #expect(await taking.value == nil)
      #expect(fixture.idle.removeAll() == [1])
      #expect(fixture.idle.count == 0)
      // A connection that was removed is not woken by events of its descriptor.
      loop.detach(fixture.registration)
      #expect(fixture.idle.count == 0)
    }
  }
}
