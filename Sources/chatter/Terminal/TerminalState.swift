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

  /// Paste is not marked, lines wrap, the cursor is shown, the style is plain, the other screen goes.
  static let farewell = Array("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[0m\u{1B}[?1049l".utf8)
  /// The opposite.
  static let greeting = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J".utf8)

  /// `nonisolated(unsafe)`: made by `prepare`, before there is a handler, and never written again.
  nonisolated(unsafe) private static let farewellBytes = unsafe makeFarewell()

  /// Makes all of the above, so that no handler has to.
  static func prepare() {
    _ = unsafe (saved, isTaken, tellTo, farewellBytes)
  }

  /// Takes the terminal, unless it is taken or is none.
  static func take() {
    guard unsafe isTaken.pointee == 0, unsafe tcgetattr(0, saved) == 0 else { return }
    var raw = unsafe saved.pointee
    unsafe cfmakeraw(&raw)
    raw.c_cc.6 = 1  // VMIN: a read waits for one byte,
    raw.c_cc.5 = 0  // VTIME: however long.
    unsafe isTaken.pointee = 1
    _ = unsafe tcsetattr(0, TCSAFLUSH, &raw)
    StandardStream.output.write(greeting)
  }

  /// Gives it back; may be called by a signal's handler: write(2), tcsetattr(3) are safe in one
  /// (signal-safety(7)).
  static func giveBack() {
    guard unsafe isTaken.pointee == 1 else { return }
    unsafe isTaken.pointee = 0
    _ = unsafe write(1, farewellBytes.baseAddress, farewellBytes.count)
    _ = unsafe tcsetattr(0, TCSADRAIN, saved)
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
