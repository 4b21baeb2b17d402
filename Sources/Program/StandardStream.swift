private import Glibc

/// The three standard descriptors.
public enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// How often one text may be interrupted or held up before the rest of it is given up.
  private static let attemptsMax = 1000

  /// Whether a person sits at it (isatty(3)).
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of the terminal that it is (ioctl_tty(2)); nil where it is none, or does not say.
  public var columnCount: Int? {
    var size = winsize()
    let isKnown = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }

  /// Whether what is said at it can follow later: it is a terminal, a pipe or a socket.
  public var canFollow: Bool {
    if isTerminal { return true }
    var status = stat()
    guard unsafe fstat(rawValue, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Whether somebody may still read what is written: false once the other end of a pipe, a socket
  /// or a terminal is closed.
  public var hasReader: Bool {
    var state = pollfd(fd: rawValue, events: 0, revents: 0)
    let count = unsafe poll(&state, 1, 0)
    return count <= 0 || Int32(state.revents) & (POLLERR | POLLHUP | POLLNVAL) == 0
  }

  /// Opens `/dev/null` in place of a standard descriptor that is closed, so that no file or socket
  /// opened later takes its number.
  ///
  /// - Parameter refusing: whether using it fails (`EBADF`) as if it were closed still.
  public static func ensureOpen(refusing: Bool = false) {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let wrongWay = descriptor == 0 ? O_WRONLY : O_RDONLY
      // open(2) takes the lowest free number: this one.
      _ = unsafe open("/dev/null", refusing ? wrongWay : O_RDWR)
    }
  }

  /// Writes a text whole, waiting for a slow reader.
  ///
  /// - Returns: false when the reader has gone, which ends a program that only writes.
  @discardableResult
  public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// The same for bytes.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool { failure(writing: bytes) == nil }

  /// The same, with the reason where it is not written whole.
  public func failure(writing text: String) -> FileError? { failure(writing: Array(text.utf8)) }

  private func failure(writing bytes: [UInt8]) -> FileError? {
    var offset = 0
    var attempts = 0
    while offset < bytes.count {
      let count = unsafe bytes[offset...].withUnsafeBytes { rest in
        unsafe Glibc.write(rawValue, rest.baseAddress, rest.count)
      }
      if count > 0 {
        offset += count
        continue
      }
      let number = errno
      guard number == EINTR || number == EAGAIN, attempts < Self.attemptsMax else {
        return FileError(errno: number)
      }
      attempts += 1
      var state = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&state, 1, 1000)
    }
    return nil
  }
}
