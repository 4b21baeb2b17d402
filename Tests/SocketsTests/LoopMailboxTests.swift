import Foundation
import Testing

@testable import Sockets

@Suite("A mailbox (needs nothing)")
struct LoopMailboxTests {
  @Test("messages come out in the order in which they went in, once")
  func order() throws {
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

  @Test("the first message of a batch wakes the thread, and the others need not")
  func wake() throws {
    let mailbox = try LoopMailbox<Int>()
    let epoll = try Epoll()
    try epoll.add(mailbox.descriptor, for: .edges, token: 7)
    let got1 = epoll.news()
    #expect(got1.filter(\.isReadable).isEmpty)
    var batch: [Int] = []
    for _ in 0..<3 {
      _ = mailbox.send(1)
      let got2 = epoll.news()
      #expect(got2.filter(\.isReadable).map(\.token) == [7])
      _ = mailbox.send(2)
      let got3 = epoll.news()
      #expect(got3.isEmpty)
      mailbox.take(into: &batch)
      #expect(batch == [1, 2])
      batch.removeAll(keepingCapacity: true)
    }
  }

  @Test("a thread retires only from an empty mailbox, and one sender after that is told so")
  func retiring() throws {
    let mailbox = try LoopMailbox<Int>()
    var answers = [mailbox.send(1), mailbox.retire()]
    var batch: [Int] = []
    mailbox.take(into: &batch)
    answers += [mailbox.retire(), mailbox.send(2), mailbox.send(3)]
    mailbox.abandon()
    answers += [mailbox.send(4)]
    #expect(answers == [false, false, true, true, false, true])
    batch.removeAll()
    mailbox.take(into: &batch)
    #expect(batch == [2, 3, 4])
  }
}

extension Epoll {
  /// What has happened by now.
  borrowing func news(within milliseconds: Int32 = 0) -> [Event] {
    var events: [Event] = []
    wait(milliseconds: milliseconds) { events.append($0) }
    return events
  }
}
