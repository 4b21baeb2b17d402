import Testing

@testable import ChatterServer

@Suite struct SharedPollTests {
  @Test func servesWaitersThatJoinDuringAPollWithTheNextOne() {
    var poll = SharedPoll<Int>()
    let begins = [poll.join(1), poll.join(2)]
    #expect(begins == [true, false])
    let first = poll.next()
    #expect(first == [1, 2])
    let beginsAgain = poll.join(3)
    #expect(!beginsAgain, "a poll is in progress")
    let rest = [poll.next(), poll.next()]
    #expect(rest == [[3], nil])
    let startsOver = poll.join(4)
    #expect(startsOver)
  }

  /// A poll may read at any time between its start and its end, in the worst case at its start. It
  /// must see everything that was committed before each waiter that it serves joined.
  @Test func showsEachWaiterEveryEarlierCommitInRandomOrders() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var poll = SharedPoll<(number: Int, committed: Int)>()
      var (committed, joined) = (0, 0)
      var served: Set<Int> = []
      /// The poll in progress, and the commits that it read.
      var current: (waiters: [(number: Int, committed: Int)], read: Int)?
      var isBegun = false
      func begin() {
        current = poll.next().map { ($0, committed) }
        isBegun = current != nil
      }
      func end() {
        for waiter in current?.waiters ?? [] {
          #expect(current?.read ?? 0 >= waiter.committed)
          #expect(served.insert(waiter.number).inserted, "served once")
        }
        begin()
      }
      for _ in 0..<40 {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: committed += 1
        case 1, 2:
          joined += 1
          let mustBegin = poll.join((joined, committed))
          #expect(mustBegin == !isBegun)
          // The task that polls may be delayed before it starts.
          if mustBegin { isBegun = true }
        default: if current != nil { end() } else if isBegun { begin() }
        }
      }
      while isBegun { if current != nil { end() } else { begin() } }
      #expect(served.count == joined, "every waiter is served")
    }
  }
}
