import Testing

@testable import Sockets

@Suite("A parking lot (needs nothing)")
struct ParkingLotTests {
  /// A pair of connected descriptors on a loop, and a lot.
  private struct Place {
    let lot: ParkingLot<Int>
    let pair: DescriptorPair
    let registration: Registration

    init(_ loop: EventLoop) throws {
      lot = ParkingLot(on: loop)
      pair = try DescriptorPair.sockets()
      registration = try loop.attach(pair.near.number)
    }
  }

  @Test("a guest goes on when its descriptor can be read, and not before")
  func ready() async throws {
    let order = try await onLoop { loop in
      let place = try Place(loop)
      place.lot.park(7, on: place.registration, until: .never)
      #expect(place.lot.count == 1)
      let writing = Task { @Sendable [pair = place.pair] in
        pair.put()
      }
      let guest = await place.lot.next()
      await writing.value
      #expect(place.lot.count == 0)
      loop.detach(place.registration)
      return guest
    }
    #expect(order == 7)
  }

  @Test("a guest whose descriptor can be read already goes on at once, in the order of arrival")
  func already() async throws {
    try await onLoop { loop in
      let place = try Place(loop)
      place.pair.put()
      place.lot.park(1, on: place.registration, until: .never)
      #expect(await place.lot.next() == 1)
      loop.detach(place.registration)
      place.lot.park(2, on: place.registration, until: .never)
      place.lot.park(3, on: place.registration, until: .never)
      #expect(place.lot.count == 2)
      #expect(await place.lot.next() == 2)
      #expect(await place.lot.next() == 3)
    }
  }

  @Test("all go on when they are told to, and their descriptors can be waited for again")
  func all() async throws {
    try await onLoop { loop in
      let (place, other) = (try Place(loop), try Place(loop))
      place.lot.wakeAll()
      place.lot.park(1, on: place.registration, until: .never)
      place.lot.park(2, on: other.registration, until: .never)
      place.lot.wakeAll()
      #expect(await place.lot.next() == 1)
      #expect(await place.lot.next() == 2)
      place.lot.park(3, on: place.registration, until: .after(.milliseconds(5)))
      #expect(place.lot.count == 1)
      #expect(await place.lot.next() == 3)
    }
  }

  @Test("a guest goes on when its deadline comes, and when its descriptor leaves the loop")
  func otherEnds() async throws {
    try await onLoop { loop in
      let place = try Place(loop)
      place.lot.park(1, on: place.registration, until: .after(.milliseconds(5)))
      #expect(await place.lot.next() == 1)
      place.lot.park(2, on: place.registration, until: .never)
      loop.detach(place.registration)
      #expect(await place.lot.next() == 2)
    }
  }

  @Test("it ends when it is closed and the last guest has gone, and at once when it is empty")
  func closing() async throws {
    try await onLoop { loop in
      let place = try Place(loop)
      place.lot.park(1, on: place.registration, until: .never)
      place.lot.close()
      loop.detach(place.registration)
      #expect(await place.lot.next() == 1)
      #expect(await place.lot.next() == nil)
      let waiting = Task(executorPreference: loop) { [lot = ParkingLot<Int>(on: loop)] in
        let closing = Task(executorPreference: loop) { lot.close() }
        let guest = await lot.next()
        await closing.value
        return guest
      }
      #expect(await waiting.value == nil)
    }
  }

  @Test("a taker that is cancelled gets nobody; those who stand there are handed out")
  func cancelling() async throws {
    try await onLoop { loop in
      let place = try Place(loop)
      place.lot.park(1, on: place.registration, until: .never)
      let taking = Task(executorPreference: loop) { [lot = place.lot] in await lot.next() }
      taking.cancel()
      #expect(await taking.value == nil)
      #expect(place.lot.removeAll() == [1])
      #expect(place.lot.count == 0)
      // Who has left is not woken by what happens to his descriptor.
      loop.detach(place.registration)
      #expect(place.lot.count == 0)
    }
  }
}
