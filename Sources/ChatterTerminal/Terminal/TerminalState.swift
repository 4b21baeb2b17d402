import Glibc
import System

/// The saved state of the terminal, and how to restore it. Signal handlers use only this state, so
/// all of it is initialized before the handlers are set.
///
/// `nonisolated(unsafe)`: the variables are written before the handlers are set and by `enter` and
/// `leave`, which have one caller at a time; handlers read them, and clear `isTaken` when they
/// restore the terminal.
enum TerminalState {
  /// The original terminal attributes (termios(3)), on the heap, where a handler can access them.
  nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  /// 1 while the program has the terminal, 2 while it only reads keys; otherwise 0.
  nonisolated(unsafe) static let isTaken = unsafe allocate(sig_atomic_t(0))
  /// The write end of the pipe to which a handler reports its signal; -1 before it exists.
  nonisolated(unsafe) static let signalPipe = unsafe allocate(Int32(-1))

  /// Ends bracketed paste and the alternate screen, turns line wrap and the cursor on, and resets
  /// the style. A terminal without an alternate screen continues in its last row.
  static let leaveSequence = Array(
    "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[0m\u{1B}[999;1H\u{1B}[?1049l".utf8)
  /// The opposite of `leaveSequence`.
  static let enterSequence = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J".utf8)

  /// The number of polls of a terminal that accepts no output, and the timeout of each.
  private static let writePolls = (attempts: 20, milliseconds: Int32(100))

  /// `nonisolated(unsafe)`: initialized by `prepare` before there is a handler; constant then.
  nonisolated(unsafe) private static let leaveBytes = unsafe makeLeaveBytes()

  /// Initializes the variables above, so that no handler has to.
  static func prepare() {
    _ = unsafe (saved, isTaken, signalPipe, leaveBytes)
    StderrCapture.prepare()
  }

  /// Takes the terminal, unless there is none or another job has it: setting attributes from the
  /// background would stop the program (SIGTTOU). Returns whether the program has it now.
  static func take() -> Bool {
    guard unsafe isTaken.pointee == 0 else { return true }
    guard change(state: 1, TCSAFLUSH, { unsafe cfmakeraw(&$0) }) else { return false }
    StderrCapture.begin()
    StandardStream.output.write(enterSequence)
    return true
  }

  /// Makes keys arrive at once and without echo; leaves the screen and the keys of signals.
  static func takeKeys() {
    prepare()
    change(state: 2, TCSANOW) { attributes in
      attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
      attributes.c_cc.6 = 1  // VMIN: a read waits for one byte,
      attributes.c_cc.5 = 0  // VTIME: however long.
    }
  }

  /// Makes typed lines invisible, apart from their ends.
  static func hideLines() {
    prepare()
    change(state: 2, TCSAFLUSH) { $0.c_lflag = $0.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL) }
  }

  /// Saves and changes the attributes of the terminal; false if it is taken, or another job has it.
  @discardableResult
  private static func change(
    state: sig_atomic_t, _ action: Int32, _ edit: (inout termios) -> Void
  ) -> Bool {
    guard unsafe isTaken.pointee == 0, isInForeground, unsafe tcgetattr(0, saved) == 0 else {
      return false
    }
    var attributes = unsafe saved.pointee
    edit(&attributes)
    unsafe isTaken.pointee = state
    _ = unsafe tcsetattr(0, action, &attributes)
    return true
  }

  /// Whether this process may read the terminal and set its attributes.
  static var isInForeground: Bool {
    let foreground = tcgetpgrp(0)
    // There is no foreground group if this is not a controlling terminal.
    return foreground < 0 || foreground == getpgrp()
  }

  /// Restores the terminal. Signal handlers may call it, since it only calls functions that are
  /// async-signal-safe (signal-safety(7)). It waits for a terminal that accepts no output, up to a
  /// limit.
  static func restore() {
    guard unsafe isTaken.pointee != 0 else { return }
    // Also from the background, where SIGTTOU would stop the program.
    var (stop, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&stop)
    unsafe sigaddset(&stop, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &stop, &before)
    // The attributes come first, since a person could not repair them; TCSANOW does not wait.
    _ = unsafe tcsetattr(0, TCSANOW, saved)
    if unsafe isTaken.pointee == 1 {
      _ = unsafe write(leaveBytes.baseAddress!, leaveBytes.count, to: 1)
      StderrCapture.restore()
    }
    unsafe isTaken.pointee = 0
    _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Writes all bytes; false if the terminal accepts nothing for two seconds in total, or is gone.
  static func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, to descriptor: Int32) -> Bool {
    var offset = 0
    var attempts = 0
    while offset < count {
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if unsafe poll(&state, 1, writePolls.milliseconds) == 1 {
        let written = unsafe Glibc.write(descriptor, bytes + offset, count - offset)
        if written > 0 {
          offset += written
          continue
        }
        guard errno == EINTR || errno == EAGAIN else { return false }
      }
      attempts += 1
      guard attempts < writePolls.attempts else { return false }
    }
    return true
  }

  /// Returns variables on the heap, where a handler can access them.
  static func allocate<Value>(_ value: Value, count: Int = 1) -> UnsafeMutablePointer<Value> {
    let variables = UnsafeMutablePointer<Value>.allocate(capacity: count)
    unsafe variables.initialize(repeating: value, count: count)
    return unsafe variables
  }

  private static func makeLeaveBytes() -> UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: leaveSequence.count)
    _ = unsafe bytes.initialize(from: leaveSequence)
    return UnsafeBufferPointer(bytes)
  }
}
