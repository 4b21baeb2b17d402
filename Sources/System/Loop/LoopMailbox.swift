private import CLinux

/// Messages from any thread to the one thread that serves the mailbox, with the eventfd(2) that
/// wakes it.
struct LoopMailbox<Message: Sendable>: ~Copyable, Sendable {
  private let state = Lock<(messages: [Message], isServed: Bool)>(([], true))
  private let wake: FileDescriptor

  /// The eventfd. It is watched for edges and never read: each wake-up is an edge, and the 64-bit
  /// counter never overflows.
  var descriptor: Int32 { wake.number }

  init() throws(Errno) {
    let flags = Int32(EFD_NONBLOCK | EFD_CLOEXEC)
    wake = FileDescriptor(owning: try systemCall { eventfd(0, flags) })
  }

  /// Adds a message, and wakes the serving thread if the message is the first of a batch.
  ///
  /// - Returns: Whether no thread serves the mailbox. The sender must then start one.
  func send(_ message: Message) -> Bool {
    let (isFirst, isAbandoned) = state.withLock { state in
      state.messages.append(message)
      defer { state.isServed = true }
      return (state.messages.count == 1, !state.isServed)
    }
    if isFirst, !isAbandoned {
      // A signal must not cause the wake-up to be lost (write(2), EINTR).
      _ = try? systemCall { eventfd_write(wake.number, 1) }
    }
    return isAbandoned
  }

  /// Moves all messages into an empty array, whose capacity the next batch reuses.
  func take(into batch: inout [Message]) {
    precondition(batch.isEmpty)
    state.withLock { state in swap(&state.messages, &batch) }
  }

  /// Ends the service if the mailbox is empty. Returns false if there are messages left.
  func retire() -> Bool {
    state.withLock { state in
      guard state.messages.isEmpty else { return false }
      state.isServed = false
      return true
    }
  }

  /// Records that no serving thread could be started, so that the next sender tries again.
  func abandon() {
    state.withLock { state in state.isServed = false }
  }
}
