private import CLinux

/// An owned epoll instance with a buffer for the events of one wait (epoll(7)).
@safe struct Epoll: ~Copyable {
  /// Maximum number of events that one epoll_wait(2) returns.
  static let eventsMax = 256

  /// The events for which a descriptor is registered.
  enum Interest: Equatable {
    /// All events, each reported once when it occurs (EPOLLET).
    case edges
    /// Readiness, reported by every wait while it lasts, until the descriptor is rearmed. With
    /// neither direction, only an error or the end is reported, and that once (EPOLLONESHOT).
    case level(read: Bool, write: Bool)

    fileprivate var events: UInt32 {
      switch self {
      case .edges:
        EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
      case .level(read: false, write: false): EPOLLONESHOT.rawValue
      case .level(let read, let write):
        (read ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0) | (write ? EPOLLOUT.rawValue : 0)
      }
    }
  }

  /// The events of one descriptor; `token` is the value with which it was registered.
  struct Event {
    let token: UInt64
    let isReadable: Bool
    let isWritable: Bool
    /// Whether the peer's end or an error was reported. Reading returns it, and no later event
    /// will.
    let hasEnded: Bool

    fileprivate init(_ event: epoll_event) {
      unsafe token = event.data.u64
      let events = unsafe event.events
      // An error or a hang-up makes both directions ready; the next system call returns which it
      // is.
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

  func add(_ descriptor: Int32, for interest: Interest, token: UInt64) throws(Errno) {
    var event = unsafe Self.event(interest, token)
    let number = self.descriptor.number
    _ = try systemCall { unsafe epoll_ctl(number, EPOLL_CTL_ADD, descriptor, &event) }
  }

  /// Arms a descriptor again. Returns false if it is no longer registered because it was closed.
  func rearm(_ descriptor: Int32, for interest: Interest, token: UInt64) -> Bool {
    var event = unsafe Self.event(interest, token)
    return unsafe epoll_ctl(self.descriptor.number, EPOLL_CTL_MOD, descriptor, &event) == 0
  }

  /// Removes a descriptor. A descriptor that was closed has been removed already.
  func remove(_ descriptor: Int32) {
    _ = epoll_ctl(self.descriptor.number, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Waits for events, at most for the given time (-1: no limit), and passes each event to
  /// `handle`.
  func wait(milliseconds: Int32, _ handle: (Event) -> Void) {
    let count = unsafe epoll_wait(
      descriptor.number, events.baseAddress, Int32(events.count), milliseconds)
    // A signal ends the wait without an event; every other errno is a bug in this program
    // (epoll_wait(2)).
    guard count >= 0 else { return precondition(clinux_errno() == EINTR, "epoll_wait") }
    for index in 0..<Int(count) { handle(unsafe Event(events[index])) }
  }

  private static func event(_ interest: Interest, _ token: UInt64) -> epoll_event {
    unsafe epoll_event(events: interest.events, data: epoll_data_t(u64: token))
  }
}
