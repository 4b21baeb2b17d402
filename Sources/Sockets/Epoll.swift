private import CLinux

/// An epoll instance, owned, with room for the events of one wait (epoll(7)).
@safe struct Epoll: ~Copyable {
  /// How many events one epoll_wait(2) takes at most.
  static let eventsMax = 256

  /// What a descriptor is registered for.
  enum Interest: Equatable {
    /// Everything, each told once when it comes (EPOLLET).
    case edges
    /// What is true at the moment of arming, told once for each arming (EPOLLONESHOT).
    case once(read: Bool, write: Bool)
    /// What is true at each wait, until it is rearmed. At least one of both: an end that nobody waits
    /// for would be told at every wait.
    case level(read: Bool, write: Bool)

    fileprivate var events: UInt32 {
      switch self {
      case .edges:
        EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
      case .once(let read, let write):
        EPOLLONESHOT.rawValue
          | (read ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0)
          | (write ? EPOLLOUT.rawValue : 0)
      case .level(let read, let write):
        (read ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0) | (write ? EPOLLOUT.rawValue : 0)
      }
    }
  }

  /// One descriptor's news; `mark` is what it was registered with.
  struct Event {
    let mark: UInt64
    let isReadable: Bool
    let isWritable: Bool
    /// The peer's end came, or an error: reading tells it, and no later event will.
    let hasEnded: Bool

    fileprivate init(_ event: epoll_event) {
      unsafe mark = event.data.u64
      let events = unsafe event.events
      // An error or a hang-up makes both directions ready: the system call then says which it is.
      let both = EPOLLERR.rawValue | EPOLLHUP.rawValue
      isReadable = events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | both) != 0
      isWritable = events & (EPOLLOUT.rawValue | both) != 0
      hasEnded = events & (EPOLLRDHUP.rawValue | both) != 0
    }
  }

  private let descriptor: FileDescriptor
  private let events: UnsafeMutableBufferPointer<epoll_event>

  init() throws(Errno) {
    descriptor = FileDescriptor(owning: try systemCall { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    unsafe events = .allocate(capacity: Self.eventsMax)
  }

  deinit {
    unsafe events.deallocate()
  }

  func add(_ descriptor: Int32, for interest: Interest, mark: UInt64) throws(Errno) {
    try control(EPOLL_CTL_ADD, descriptor, interest, mark)
  }

  /// Arms a descriptor anew; false when it is not here any more, since it was closed.
  func rearm(_ descriptor: Int32, for interest: Interest, mark: UInt64) -> Bool {
    var event = unsafe Self.event(interest, mark)
    return unsafe epoll_ctl(self.descriptor.number, EPOLL_CTL_MOD, descriptor, &event) == 0
  }

  /// Takes a descriptor off; one that was closed is off already.
  func remove(_ descriptor: Int32) {
    _ = epoll_ctl(self.descriptor.number, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Sleeps until something happens, at most so long (-1: for ever), and tells each event.
  func wait(milliseconds: Int32, _ tell: (Event) -> Void) {
    let count = unsafe epoll_wait(
      descriptor.number, events.baseAddress, Int32(events.count), milliseconds)
    // A signal ends the sleep without an event; every other errno is our own bug (epoll_wait(2)).
    guard count >= 0 else { return precondition(clinux_errno() == EINTR, "epoll_wait") }
    for index in 0..<Int(count) { tell(unsafe Event(events[index])) }
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ interest: Interest, _ mark: UInt64
  ) throws(Errno) {
    var event = unsafe Self.event(interest, mark)
    let number = self.descriptor.number
    _ = try systemCall { unsafe epoll_ctl(number, operation, descriptor, &event) }
  }

  private static func event(_ interest: Interest, _ mark: UInt64) -> epoll_event {
    unsafe epoll_event(events: interest.events, data: epoll_data_t(u64: mark))
  }
}
