import Testing

@testable import Sockets

@Suite("Idle connections (needs nothing)")
struct IdleConnectionsTests {
  /// A pair of connected descriptors on a loop, and idle connections.
  private struct Place {
    let idle: IdleConnections<Int>
    let pair: DescriptorPair
    let registration: Registration

    init(_ loop: EventLoop) throws {
      idle = IdleConnections(on: loop)
      pair = try DescriptorPair.sockets()
      registration = try loop.attach(pair.near.number)
    }
  }

  @Test("a connection goes on when its descriptor can be read, and not before")
  func ready() async throws {
    let order = try await onLoop { loop in
      let place = try Place(loop)
      place.idle.add(7, on: place.registration, until: .never)
      #expect(place.idle.count == 1)
      let writing = Task { @Sendable [pair = place.pair] in
        pair.put()
      }
      let connection = await place.idle.next()
      await writing.value
      #expect(place.idle.count == 0)
      loop.detach(place.registration)
      return connection
    }
    #expect(order == 7)
  }

  @Test("a connection whose descriptor can be read already goes on at once, in the order of arrival")
  func already() async throws {
    try await onLoop { loop in
      let place = try Place(loop)
      place.pair.put()
      place.idle.add(1, on: place.registration, until: .never)
      #expect(await place.idle.next() == 1)
      loop.detach(place.registration)
      place.idle.add(2, on: place.registration, until: .never)
      place.idle.add(3, on: place.registration, until: .never)
      #expect(place.idle.count == 2)
      #expect(await place.idle.next() == 2)
      #expect(await place.idle.next() == 3)
    }
  }

  @Test("all go on when they are told to, and their descriptors can be waited for again")
  func all() async throws {
    try await onLoop { loop in
      let (place, other) = (try Place(loop), try Place(loop))
      place.idle.wakeAll()
      place.idle.add(1, on: place.registration, until: .never)
      place.idle.add(2, on: other.registration, until: .never)
      place.idle.wakeAll()
      #expect(await place.idle.next() == 1)
      #expect(await place.idle.next() == 2)
      place.idle.add(3, on: place.registration, until: .after(.milliseconds(5)))
      #expect(place.idle.count == 1)
      #expect(await place.idle.next() == 3)
    }
  }

  @Test("a connection goes on when its deadline comes, and when its descriptor leaves the loop")
  func otherEnds() async throws {
    try await onLoop { loop in
      let place = try Place(loop)
      place.idle.add(1, on: place.registration, until: .after(.milliseconds(5)))
      #expect(await place.idle.next() == 1)
      place.idle.add(2, on: place.registration, until: .never)
      loop.detach(place.registration)
      #expect(await place.idle.next() == 2)
    }
  }

  @Test("it ends when it is closed and the last connection has gone, and at once when it is empty")
  func closing() async throws {
    try await onLoop { loop in
      let place = try Place(loop)
      place.idle.add(1, on: place.registration, until: .never)
      place.idle.close()
      loop.detach(place.registration)
      #expect(await place.idle.next() == 1)
      #expect(await place.idle.next() == nil)
      let waiting = Task(executorPreference: loop) { [idle = IdleConnections<Int>(on: loop)] in
        let closing = Task(executorPreference: loop) { idle.close() }
        let connection = await idle.next()
        await closing.value
        return connection
      }
      #expect(await waiting.value == nil)
    }
  }

  @Test("a taker that is cancelled gets nobody; those who stand there are handed out")
  func cancelling() async throws {
    try await onLoop { loop in
      let place = try Place(loop)
      place.idle.add(1, on: place.registration, until: .never)
      let taking = Task(executorPreference: loop) { [idle = place.idle] in await idle.next() }
      taking.cancel()
      #expect(await taking.value == nil)
      #expect(place.idle.removeAll() == [1])
      #expect(place.idle.count == 0)
      // Who has left is not woken by what happens to his descriptor.
      loop.detach(place.registration)
      #expect(place.idle.count == 0)
    }
  }
}
