import Glibc

/// Buffers standard error while a screen is shown. Libraries write there, and so does the message
/// that explains why a program ends; on the screen it would corrupt the display, or be erased with
/// it.
///
/// The buffer is a non-blocking pipe; when it fills up, the oldest bytes are dropped. A signal
/// handler may restore standard error too, so that code calls only dup2(2), close(2), read(2),
/// poll(2) and write(2).
///
/// `nonisolated(unsafe)`: the pointers are initialized before the handlers are set. After that only
/// `begin` and `restore` write to the descriptors, and `begin` has one caller at a time.
enum StderrCapture {
  /// The number of bytes above which the oldest are dropped; a pipe holds 64 KiB (pipe(7)).
  static let bytesMax: Int32 = 48 * 1024
  private static let chunkBytes = 16 * 1024

  /// The two ends of the pipe, and a duplicate of the original standard error; -1 while not open.
  nonisolated(unsafe) private static let descriptors = unsafe TerminalState.allocate(
    Int32(-1), count: 3)
  /// `nonisolated(unsafe)`: as above; a scratch buffer whose contents are not used again.
  nonisolated(unsafe) private static let chunk = UnsafeMutablePointer<UInt8>.allocate(
    capacity: chunkBytes)

  /// Initializes the variables above, so that no handler has to.
  static func prepare() { _ = unsafe (descriptors, chunk) }

  /// Starts buffering; does nothing if standard error is not a terminal, or no pipe is available.
  static func begin() {
    guard isatty(2) == 1 else { return }
    if unsafe descriptors[0] < 0 {
      guard unsafe pipe(descriptors) == 0 else { return }
      for end in 0..<2 {
        _ = unsafe fcntl(descriptors[end], F_SETFD, FD_CLOEXEC)
        _ = unsafe fcntl(descriptors[end], F_SETFL, O_NONBLOCK)
      }
    }
    let original = fcntl(2, F_DUPFD_CLOEXEC, 3)
    guard original >= 0 else { return }
    unsafe descriptors[2] = original
    _ = unsafe dup2(descriptors[1], 2)
  }

  static func dropOldest() {
    var count: Int32 = 0
    guard unsafe descriptors[2] >= 0, unsafe ioctl(descriptors[0], UInt(FIONREAD), &count) == 0,
      count > bytesMax
    else { return }
    _ = unsafe read(descriptors[0], chunk, chunkBytes)
  }

  /// Restores standard error, and writes the buffered bytes to it.
  static func restore() {
    let original = unsafe descriptors[2]
    guard original >= 0 else { return }
    unsafe descriptors[2] = -1
    _ = dup2(original, 2)
    close(original)
    while true {
      let count = unsafe read(descriptors[0], chunk, chunkBytes)
      guard count > 0, unsafe TerminalState.write(chunk, count, to: 2) else { return }
    }
  }
}
