import Testing

@testable import ChatterServer

@Suite struct SharedPollTests {
  @Test func servesWaitersThatJoinDuringAPollWithTheNextOne() {
    var look = SharedPoll<Int>()
    let begins = [look.join(1), look.join(2)]
    #expect(begins == [true, false])
    let first = look.next()
    #expect(first == [1, 2])
    let beginsAgain = look.join(3)
    #expect(!beginsAgain, "one is under way")
    let rest = [look.next(), look.next()]
    #expect(rest == [[3], nil])
    let beginsAnew = look.join(4)
    #expect(beginsAnew)
  }

  /// What a look may have read at any moment between its beginning and its end, at worst at the
  /// beginning, holds what was committed before each of those asked whom it serves.
  @Test func showsEachWaiterEveryEarlierCommitInRandomOrders() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var look = SharedPoll<(number: Int, committed: Int)>()
      var (committed, asked) = (0, 0)
      var served: Set<Int> = []
      /// The look under way, with what it read.
      var current: (waiters: [(number: Int, committed: Int)], read: Int)?
      var isBegun = false
      func begin() {
        current = look.next().map { ($0, committed) }
        isBegun = current != nil
      }
      func end() {
        for asker in current?.waiters ?? [] {
          #expect(current?.read ?? 0 >= asker.committed)
          #expect(served.insert(asker.number).inserted, "served once")
        }
        begin()
      }
      for _ in 0..<40 {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: committed += 1
        case 1, 2:
          asked += 1
          let mustBegin = look.join((asked, committed))
          #expect(mustBegin == !isBegun)
          // The task that looks may be put off before it asks for the first.
          if mustBegin { isBegun = true }
        default: if current != nil { end() } else if isBegun { begin() }
        }
      }
      while isBegun { if current != nil { end() } else { begin() } }
      #expect(served.count == asked, "everybody is served")
    }
  }
}
