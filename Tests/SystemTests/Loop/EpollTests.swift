import Glibc
import Testing

@testable import System

struct EpollTests {
  @Test func reportsAnEdgeOnce() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    try epoll.add(pair.near.number, for: .edges, token: 9)
    let got1 = epoll.poll()
    #expect(got1.map(\.isWritable) == [true])
    pair.put()
    let events = epoll.poll()
    #expect(events.map(\.token) == [9])
    #expect(events.map(\.isReadable) == [true])
    #expect(events.map(\.hasEnded) == [false])
    let got2 = epoll.poll()
    #expect(got2.isEmpty)
    pair.put()
    let got3 = epoll.poll()
    #expect(got3.map(\.isReadable) == [true])
  }

  @Test func reportsAHalfCloseAsReadableEnd() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    try epoll.add(pair.near.number, for: .edges, token: 9)
    _ = epoll.poll()
    #expect(shutdown(pair.far.number, Int32(SHUT_WR)) == 0)
    let events = epoll.poll()
    #expect(events.map(\.hasEnded) == [true])
    #expect(events.map(\.isReadable) == [true])
  }

  @Test func reportsALevelAtEveryWaitUntilRearmed() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    pair.put()
    try epoll.add(pair.near.number, for: .level(read: true, write: false), token: 1)
    for _ in 0..<2 {
      let events = epoll.poll()
      #expect(events.map(\.isReadable) == [true])
      #expect(events.map(\.isWritable) == [false])
    }
    #expect(shutdown(pair.far.number, Int32(SHUT_RDWR)) == 0)
    let isRearmed = epoll.rearm(pair.near.number, for: .level(read: false, write: false), token: 1)
    #expect(isRearmed)
    let last = epoll.poll()
    #expect(last.map(\.hasEnded) == [true])
    let silence = epoll.poll()
    #expect(silence.isEmpty)
  }

  @Test func reportsNothingForRemovedOrClosedDescriptors() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    try epoll.add(pair.near.number, for: .edges, token: 1)
    epoll.remove(pair.near.number)
    let got7 = epoll.poll()
    #expect(got7.isEmpty)
    let got8 = epoll.rearm(pair.near.number, for: .edges, token: 1)
    #expect(!got8)
    let isArmed = epoll.rearm(
      try DescriptorPair.sockets().near.number, for: .edges, token: 1)
    #expect(!isArmed)
  }

  @Test func rejectsSecondRegistrationsAndRegularFiles() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    try epoll.add(pair.near.number, for: .edges, token: 1)
    #expect(throws: Errno(EEXIST)) { try epoll.add(pair.near.number, for: .edges, token: 1) }
    let file = regularFile()
    #expect(throws: Errno.notPermitted) { try epoll.add(file.number, for: .edges, token: 1) }
  }

  @Test func returnsExcessEventsWithTheNextWait() throws {
    let epoll = try Epoll()
    let count = Epoll.eventsMax + 10
    let pairs = try (0..<count).map { _ in try DescriptorPair.pipe() }
    for (token, pair) in pairs.enumerated() {
      pair.put()
      try epoll.add(pair.near.number, for: .edges, token: UInt64(token))
    }
    let first = epoll.poll()
    let second = epoll.poll()
    #expect(first.count == Epoll.eventsMax)
    #expect(Set((first + second).map(\.token)).count == count)
  }
}
