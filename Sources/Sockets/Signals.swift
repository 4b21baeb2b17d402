private import CLinux
private import Synchronization

/// The signals that a server hears: termination, interruption and hang-up (signal(7)).
public enum Signal: Int32, Sendable, CaseIterable {
  case hangUp = 1
  case interrupt = 2
  case terminate = 15
}

/// Signals as something that a task can wait for.
///
/// The handler does the one thing that signal-safety(7) allows with ease: it counts in an atomic
/// and writes to an eventfd. There is one in a process.
public final class Signals: Sendable {
  private static let descriptor = Atomic<Int32>(-1)
  private static let pending = Atomic<UInt32>(0)

  private let wake: FileDescriptor

  /// Begins to catch all of `Signal`, and ignores SIGPIPE: a broken pipe is an error of a write.
  public init() throws(SocketError) {
    do throws(Errno) {
      wake = FileDescriptor(
        owning: try systemCall { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) })
    } catch {
      throw .system(error, call: "eventfd")
    }
    Self.descriptor.store(wake.number, ordering: .sequentiallyConsistent)
    for signal in Signal.allCases { _ = CLinux.signal(signal.rawValue, Self.note) }
    clinux_ignore_signal(SIGPIPE)
  }

  deinit {
    for signal in Signal.allCases { clinux_reset_signal(signal.rawValue) }
    Self.descriptor.store(-1, ordering: .sequentiallyConsistent)
  }

  private static let note: @convention(c) (Int32) -> Void = { number in
    _ = Signals.pending.bitwiseOr(1 << UInt32(number), ordering: .sequentiallyConsistent)
    let saved = clinux_errno()
    _ = eventfd_write(Signals.descriptor.load(ordering: .sequentiallyConsistent), 1)
    clinux_set_errno(saved)
  }

  /// Waits for the next of the signals; it is called on the loop, by one task.
  public func next(on loop: EventLoop) async throws(SocketError) -> Signal {
    let registration = try loop.attach(wake.number, trigger: .oneShot)
    defer { loop.detach(registration) }
    while true {
      if let signal = Self.take() { return signal }
      do throws(WaitError) {
        try await loop.wait(for: .read, on: registration)
      } catch {
        throw .cancelled
      }
      var count: eventfd_t = 0
      _ = unsafe eventfd_read(wake.number, &count)
    }
  }

  private static func take() -> Signal? {
    for signal in Signal.allCases {
      let mask: UInt32 = 1 << UInt32(signal.rawValue)
      let before = pending.bitwiseAnd(~mask, ordering: .sequentiallyConsistent).oldValue
      if before & mask != 0 { return signal }
    }
    return nil
  }
}
