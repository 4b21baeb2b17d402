import Glibc

/// Keeps what is written to standard error while a screen is shown, for libraries write there, and
/// so does what says why a program ends: on the screen it would be a stain, or be wiped with it.
///
/// A pipe takes it, which never waits: what it has no room for is dropped, the oldest first. Giving
/// it back is for a signal's handler too: it calls nothing but dup2(2), read(2), poll(2), write(2).
///
/// `nonisolated(unsafe)`: these are made before the handlers are set, and never written again but
/// by `hold`, of which there is one caller at a time.
enum HeldErrors {
  /// More than so many bytes make room for new ones: a pipe takes 64 KiB (pipe(7)).
  static let bytesMax: Int32 = 48 * 1024
  private static let pieceBytes = 16 * 1024

  /// The ends of the pipe and standard error as it was; -1 before they are.
  nonisolated(unsafe) private static let descriptors = unsafe makeDescriptors()
  /// `nonisolated(unsafe)`: as above; of what is read into it nothing is kept.
  nonisolated(unsafe) private static let piece = UnsafeMutablePointer<UInt8>.allocate(
    capacity: pieceBytes)

  /// Makes all of the above, so that no handler has to.
  static func prepare() { _ = unsafe (descriptors, piece) }

  /// From now on; does nothing where standard error is no terminal, or no pipe can be had.
  static func hold() {
    guard isatty(2) == 1 else { return }
    if unsafe descriptors[0] < 0 {
      guard unsafe pipe(descriptors) == 0 else { return }
      for end in 0..<2 {
        _ = unsafe fcntl(descriptors[end], F_SETFD, FD_CLOEXEC)
        _ = unsafe fcntl(descriptors[end], F_SETFL, O_NONBLOCK)
      }
    }
    let kept = fcntl(2, F_DUPFD_CLOEXEC, 3)
    guard kept >= 0 else { return }
    unsafe descriptors[2] = kept
    _ = unsafe dup2(descriptors[1], 2)
  }

  /// Drops the oldest where room is short.
  static func makeRoom() {
    var count: Int32 = 0
    guard unsafe descriptors[2] >= 0, unsafe ioctl(descriptors[0], UInt(FIONREAD), &count) == 0,
      count > bytesMax
    else { return }
    _ = unsafe read(descriptors[0], piece, pieceBytes)
  }

  /// Standard error is as it was, and has what was kept from it.
  static func giveBack() {
    let kept = unsafe descriptors[2]
    guard kept >= 0 else { return }
    unsafe descriptors[2] = -1
    _ = dup2(kept, 2)
    close(kept)
    while true {
      let count = unsafe read(descriptors[0], piece, pieceBytes)
      guard count > 0, unsafe TerminalState.write(piece, count, to: 2) else { return }
    }
  }

  private static func makeDescriptors() -> UnsafeMutablePointer<Int32> {
    let descriptors = UnsafeMutablePointer<Int32>.allocate(capacity: 3)
    unsafe descriptors.initialize(repeating: -1, count: 3)
    return unsafe descriptors
  }
}
