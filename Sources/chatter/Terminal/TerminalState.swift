import Glibc
import Program

/// What a terminal was before it was taken, and how to give it back: the one place that a signal's
/// handler may use, so that all of it is made before a handler is.
///
/// `nonisolated(unsafe)`: these are written before the handlers are set and by `enter` and `leave`,
/// of which there is one caller at a time; handlers only read.
enum TerminalState {
  /// Terminal attributes as they were (termios(3)); on the heap, where a handler finds them.
  nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  /// 1 while the terminal is taken.
  nonisolated(unsafe) static let isTaken = unsafe makeFlag()
  /// The writing end of the pipe through which a handler tells of its signal; -1 before there is.
  nonisolated(unsafe) static let tellTo = unsafe makeDescriptor()

  /// Paste is not marked, lines wrap, the cursor is shown, the style is plain, the other screen goes;
  /// a terminal that has no other one goes on at its foot.
  static let farewell = Array(
    "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[0m\u{1B}[999;1H\u{1B}[?1049l".utf8)
  /// The opposite.
  static let greeting = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J".utf8)

  /// How often a terminal that takes nothing is asked again, and for how long each time.
  private static let patience = (attempts: 20, milliseconds: Int32(100))

  /// `nonisolated(unsafe)`: made by `prepare`, before there is a handler, and never written again.
  nonisolated(unsafe) private static let farewellBytes = unsafe makeFarewell()

  /// Makes all of the above, so that no handler has to.
  static func prepare() {
    _ = unsafe (saved, isTaken, tellTo, farewellBytes)
    HeldErrors.prepare()
  }

  /// Takes the terminal, unless it is none, or is another job's: who sets that from the background
  /// is stopped (SIGTTOU).
  ///
  /// - Returns: whether it is taken now.
  static func take() -> Bool {
    guard unsafe isTaken.pointee == 0 else { return true }
    let foreground = tcgetpgrp(0)
    // There may be no such group: a terminal that controls nothing.
    guard foreground < 0 || foreground == getpgrp(), unsafe tcgetattr(0, saved) == 0 else {
      return false
    }
    var raw = unsafe saved.pointee
    unsafe cfmakeraw(&raw)
    raw.c_cc.6 = 1  // VMIN: a read waits for one byte,
    raw.c_cc.5 = 0  // VTIME: however long.
    unsafe isTaken.pointee = 1
    _ = unsafe tcsetattr(0, TCSAFLUSH, &raw)
    HeldErrors.hold()
    StandardStream.output.write(greeting)
    return true
  }

  /// Gives it back; may be called by a signal's handler, since all that it calls may be
  /// (signal-safety(7)). It waits for a terminal that takes nothing, but not for ever.
  static func giveBack() {
    guard unsafe isTaken.pointee == 1 else { return }
    // From the background too: SIGTTOU would stop the program here.
    var (stop, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&stop)
    unsafe sigaddset(&stop, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &stop, &before)
    // First what a person could not mend; TCSANOW waits for nothing.
    _ = unsafe tcsetattr(0, TCSANOW, saved)
    _ = unsafe write(farewellBytes.baseAddress!, farewellBytes.count, to: 1)
    HeldErrors.giveBack()
    unsafe isTaken.pointee = 0
    _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Writes all of it, unless the terminal takes nothing for two seconds in all, or has gone; false
  /// then.
  static func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, to descriptor: Int32) -> Bool {
    var offset = 0
    var attempts = 0
    while offset < count {
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if unsafe poll(&state, 1, patience.milliseconds) == 1 {
        let written = unsafe Glibc.write(descriptor, bytes + offset, count - offset)
        if written > 0 {
          offset += written
          continue
        }
        guard errno == EINTR || errno == EAGAIN else { return false }
      }
      attempts += 1
      guard attempts < patience.attempts else { return false }
    }
    return true
  }

  private static func makeFlag() -> UnsafeMutablePointer<sig_atomic_t> {
    let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
    unsafe flag.initialize(to: 0)
    return unsafe flag
  }

  private static func makeDescriptor() -> UnsafeMutablePointer<Int32> {
    let descriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe descriptor.initialize(to: -1)
    return unsafe descriptor
  }

  private static func makeFarewell() -> UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: farewell.count)
    _ = unsafe bytes.initialize(from: farewell)
    return UnsafeBufferPointer(bytes)
  }
}
