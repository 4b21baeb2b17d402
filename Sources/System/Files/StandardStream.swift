internal import CLinux
private import Glibc

/// The three standard streams.
public enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Maximum number of interrupted or blocked attempts to write one text; the rest is then
  /// discarded.
  private static let attemptsMax = 1000

  /// Whether the stream is a terminal (isatty(3)).
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The size of the terminal in columns and rows (ioctl_tty(2)), 0 if unknown; nil if it is not a
  /// terminal.
  public var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The width of the terminal in columns; nil if it is not a terminal or the width is unknown.
  public var columnCount: Int? { terminalSize.flatMap { $0.columns > 0 ? $0.columns : nil } }

  /// Whether input can arrive later: the stream is a terminal, a pipe or a socket.
  public var canFollow: Bool {
    if isTerminal { return true }
    var status = stat()
    guard unsafe fstat(rawValue, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Whether the output still has a reader: false once the other end of a pipe, a socket or a
  /// terminal is closed.
  public var hasReader: Bool {
    var state = pollfd(fd: rawValue, events: 0, revents: 0)
    let count = unsafe poll(&state, 1, 0)
    return count <= 0 || Int32(state.revents) & (POLLERR | POLLHUP | POLLNVAL) == 0
  }

  /// Opens `/dev/null` in place of each closed standard stream, so that no file or socket opened
  /// later gets its descriptor.
  ///
  /// - Parameter refusing: Whether use of the descriptor still fails with `EBADF`, as if it were
  ///   closed.
  public static func ensureOpen(refusing: Bool = false) {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let wrongWay = descriptor == 0 ? O_WRONLY : O_RDONLY
      // open(2) uses the lowest free descriptor, which is this one.
      _ = unsafe open("/dev/null", refusing ? wrongWay : O_RDWR)
    }
  }

  /// Reads what has arrived, and waits for the first byte; empty at the end of the input.
  public func read(bytesMax: Int) throws(FileError) -> [UInt8] {
    try WholeFile.readNext(rawValue, bytesMax: bytesMax)
  }

  /// Writes a whole text, and waits for a slow reader.
  ///
  /// - Returns: False if the text was not written completely, usually because the reader is gone: a
  ///   program that only writes then ends.
  @discardableResult
  public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes all bytes, and waits for a slow reader.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool { failure(writing: bytes) == nil }

  /// Writes all bytes; returns the error if they were not written completely.
  public func failure(writing bytes: [UInt8]) -> FileError? {
    Self.failure(writing: bytes, to: rawValue)
  }

  /// Writes all bytes to a descriptor; returns the error if they were not written completely.
  public static func failure(writing bytes: [UInt8], to descriptor: Int32) -> FileError? {
    var offset = 0
    var attempts = 0
    while offset < bytes.count {
      let count = unsafe bytes[offset...].withUnsafeBytes { rest in
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count > 0 {
        offset += count
        continue
      }
      let number = errno
      guard number == EINTR || number == EAGAIN, attempts < attemptsMax else {
        return FileError(errno: number)
      }
      attempts += 1
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&state, 1, 1000)
    }
    return nil
  }
}
