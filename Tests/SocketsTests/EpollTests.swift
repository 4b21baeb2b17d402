import Glibc
import Testing

@testable import Sockets

@Suite("An epoll instance (needs a socket)")
struct EpollTests {
  @Test("an edge is told once: what is left unread is not told again, what comes next is")
  func edges() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    try epoll.add(pair.near.number, for: .edges, token: 9)
    let got1 = epoll.news()
    #expect(got1.map(\.isWritable) == [true])
    pair.put()
    let told = epoll.news()
    #expect(told.map(\.token) == [9])
    #expect(told.map(\.isReadable) == [true])
    #expect(told.map(\.hasEnded) == [false])
    let got2 = epoll.news()
    #expect(got2.isEmpty)
    pair.put()
    let got3 = epoll.news()
    #expect(got3.map(\.isReadable) == [true])
  }

  @Test("a peer's half-close is an end, and readable")
  func halfClose() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    try epoll.add(pair.near.number, for: .edges, token: 9)
    _ = epoll.news()
    #expect(shutdown(pair.far.number, Int32(SHUT_WR)) == 0)
    let told = epoll.news()
    #expect(told.map(\.hasEnded) == [true])
    #expect(told.map(\.isReadable) == [true])
  }

  @Test("one arming tells one thing, and asks for what is true at that moment")
  func once() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    pair.put()
    try epoll.add(pair.near.number, for: .once(read: false, write: false), token: 1)
    let got4 = epoll.news()
    #expect(got4.isEmpty)
    for _ in 0..<2 {
      let got5 = epoll.rearm(pair.near.number, for: .once(read: true, write: false), token: 2)
      #expect(got5)
      let told = epoll.news()
      #expect(told.map(\.token) == [2])
      #expect(told.map(\.isReadable) == [true])
      #expect(told.map(\.isWritable) == [false])
      let got6 = epoll.news()
      #expect(got6.isEmpty)
    }
  }

  @Test("a level is told at every wait, and an end that nobody waits for is told once")
  func level() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    pair.put()
    try epoll.add(pair.near.number, for: .level(read: true, write: false), token: 1)
    for _ in 0..<2 {
      let told = epoll.news()
      #expect(told.map(\.isReadable) == [true])
      #expect(told.map(\.isWritable) == [false])
    }
    #expect(shutdown(pair.far.number, Int32(SHUT_RDWR)) == 0)
    let isRearmed = epoll.rearm(pair.near.number, for: .once(read: false, write: false), token: 1)
    #expect(isRearmed)
    let last = epoll.news()
    #expect(last.map(\.hasEnded) == [true])
    let silence = epoll.news()
    #expect(silence.isEmpty)
  }

  @Test("a descriptor that was taken off or closed is silent, and cannot be armed")
  func gone() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    try epoll.add(pair.near.number, for: .edges, token: 1)
    epoll.remove(pair.near.number)
    let got7 = epoll.news()
    #expect(got7.isEmpty)
    let got8 = epoll.rearm(pair.near.number, for: .edges, token: 1)
    #expect(!got8)
    let isArmed = epoll.rearm(
      try DescriptorPair.sockets().near.number, for: .edges, token: 1)
    #expect(!isArmed)
  }

  @Test("a second registration and a file that cannot be waited for are errors")
  func errors() throws {
    let epoll = try Epoll()
    let pair = try DescriptorPair.sockets()
    try epoll.add(pair.near.number, for: .edges, token: 1)
    #expect(throws: Errno(EEXIST)) { try epoll.add(pair.near.number, for: .edges, token: 1) }
    let file = regularFile()
    #expect(throws: Errno.notPermitted) { try epoll.add(file.number, for: .edges, token: 1) }
  }

  @Test("more events than one wait takes come with the next")
  func many() throws {
    let epoll = try Epoll()
    let count = Epoll.eventsMax + 10
    let pairs = try (0..<count).map { _ in try DescriptorPair.pipe() }
    for (token, pair) in pairs.enumerated() {
      pair.put()
      try epoll.add(pair.near.number, for: .edges, token: UInt64(token))
    }
    let first = epoll.news()
    let second = epoll.news()
    #expect(first.count == Epoll.eventsMax)
    #expect(Set((first + second).map(\.token)).count == count)
  }
}
