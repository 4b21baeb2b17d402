private import CLinux
private import Synchronization

/// The signals that a server handles: termination, interruption and hang-up (signal(7)).
public enum Signal: Int32, Sendable, CaseIterable {
  case hangUp = 1
  case interrupt = 2
  case terminate = 15
}

/// The signals of the process, as events that a task can wait for.
///
/// The handler does only what signal-safety(7) allows: it sets a bit in an atomic and writes to an
/// eventfd. A process has at most one instance at a time.
public final class Signals: Sendable {
  /// The eventfd, created once and never closed: a handler that still runs on another thread while
  /// the instance is destroyed must not write to a descriptor that has been reused. It is watched
  /// for edges and never read.
  private static let descriptor = Atomic<Int32>(-1)
  /// One bit for each signal that has arrived and was not taken yet.
  private static let pending = Atomic<UInt32>(0)

  private let wake: Int32

  /// Starts to catch all signals of `Signal`, and ignores SIGPIPE, since a broken pipe is reported
  /// as an error of a write.
  public init() throws(Errno) {
    wake = try Self.makeDescriptor()
    // Before the handlers are installed, so that they find both atomics initialized and need not
    // initialize them (swift_once).
    Self.pending.store(0, ordering: .sequentiallyConsistent)
    for signal in Signal.allCases { _ = CLinux.signal(signal.rawValue, Self.handler) }
    clinux_ignore_signal(SIGPIPE)
  }

  deinit {
    for signal in Signal.allCases { clinux_reset_signal(signal.rawValue) }
  }

  private static func makeDescriptor() throws(Errno) -> Int32 {
    let existing = descriptor.load(ordering: .sequentiallyConsistent)
    guard existing < 0 else { return existing }
    let number = try systemCall { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
    descriptor.store(number, ordering: .sequentiallyConsistent)
    return number
  }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    _ = Signals.pending.bitwiseOr(1 << UInt32(number), ordering: .sequentiallyConsistent)
    let saved = clinux_errno()
    _ = eventfd_write(Signals.descriptor.load(ordering: .sequentiallyConsistent), 1)
    clinux_set_errno(saved)
  }

  /// Waits for the next signal. Call this on the loop, from one task at a time.
  ///
  /// Signals of one kind that arrive without a waiter count as one. A hang-up is returned before an
  /// interruption, and an interruption before a termination. Fails with `cancelled`, or if the loop
  /// cannot watch another descriptor.
  public func next(on loop: EventLoop) async throws(Errno) -> Signal {
    let registration = try loop.attach(wake)
    defer { loop.detach(registration) }
    while true {
      if let signal = Self.take() { return signal }
      do throws(WaitError) {
        try await loop.wait(for: .read, on: registration)
      } catch {
        throw .cancelled
      }
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
