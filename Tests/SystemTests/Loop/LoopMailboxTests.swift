import Foundation
import Testing

@testable import System

struct LoopMailboxTests {
  @Test func returnsMessagesOnceInOrder() throws {
    let mailbox = try LoopMailbox<Int>()
    for number in 0..<5 {
      let isAbandoned = mailbox.send(number)
      #expect(!isAbandoned)
    }
    var batch: [Int] = []
    mailbox.take(into: &batch)
    #expect(batch == [0, 1, 2, 3, 4])
    batch.removeAll()
    mailbox.take(into: &batch)
    #expect(batch.isEmpty)
  }

  @Test func wakesTheThreadOncePerBatch() throws {
    let mailbox = try LoopMailbox<Int>()
    let epoll = try Epoll()
    try epoll.add(mailbox.descriptor, for: .edges, token: 7)
    let got1 = epoll.poll()
    #expect(got1.filter(\.isReadable).isEmpty)
    var batch: [Int] = []
    for _ in 0..<3 {
      _ = mailbox.send(1)
      let got2 = epoll.poll()
      #expect(got2.filter(\.isReadable).map(\.token) == [7])
      _ = mailbox.send(2)
      let got3 = epoll.poll()
      #expect(got3.isEmpty)
      mailbox.take(into: &batch)
      #expect(batch == [1, 2])
      batch.removeAll(keepingCapacity: true)
    }
  }

  @Test func retiresOnlyWhenEmpty() throws {
    let mailbox = try LoopMailbox<Int>()
    var results = [mailbox.send(1), mailbox.retire()]
    var batch: [Int] = []
    mailbox.take(into: &batch)
    results += [mailbox.retire(), mailbox.send(2), mailbox.send(3)]
    mailbox.abandon()
    results += [mailbox.send(4)]
    #expect(results == [false, false, true, true, false, true])
    batch.removeAll()
    mailbox.take(into: &batch)
    #expect(batch == [2, 3, 4])
  }
}

extension Epoll {
  /// Returns the events that have occurred.
  borrowing func poll(within milliseconds: Int32 = 0) -> [Event] {
    var events: [Event] = []
    wait(milliseconds: milliseconds) { events.append($0) }
    return events
  }
}
