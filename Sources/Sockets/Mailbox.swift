private import CLinux

/// What other threads hand to the one thread that serves it, and the eventfd(2) that wakes it.
struct Mailbox<Message: Sendable>: ~Copyable, Sendable {
  private let state = Lock<(messages: [Message], isServed: Bool)>(([], true))
  private let wake: FileDescriptor

  /// The eventfd; it is watched for edges and never read: each wake-up is an edge, and a counter
  /// of 64 bits does not fill.
  var descriptor: Int32 { wake.number }

  init() throws(Errno) {
    let flags = Int32(EFD_NONBLOCK | EFD_CLOEXEC)
    wake = FileDescriptor(owning: try systemCall { eventfd(0, flags) })
  }

  /// Puts a message in, and wakes the thread with the first one of a batch.
  ///
  /// - Returns: whether nobody serves the mailbox, so that the sender must see to it.
  func send(_ message: Message) -> Bool {
    let (isFirst, isAbandoned) = state.withLock { state in
      state.messages.append(message)
      defer { state.isServed = true }
      return (state.messages.count == 1, !state.isServed)
    }
    if isFirst, !isAbandoned {
      // A signal in between must not lose the wake-up (write(2), EINTR).
      _ = try? systemCall { eventfd_write(wake.number, 1) }
    }
    return isAbandoned
  }

  /// Takes all messages out, into an empty array whose room the next batch will use.
  func take(into batch: inout [Message]) {
    precondition(batch.isEmpty)
    state.withLock { state in swap(&state.messages, &batch) }
  }

  /// Ends the service if nothing is in the mailbox; false means that there is more to do.
  func retire() -> Bool {
    state.withLock { state in
      guard state.messages.isEmpty else { return false }
      state.isServed = false
      return true
    }
  }

  /// Says that nobody could be found to serve: the next sender is told to try again.
  func abandon() {
    state.withLock { state in state.isServed = false }
  }
}
