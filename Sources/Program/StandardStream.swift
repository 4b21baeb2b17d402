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

  /// Opens `/dev/null` in place of a standard descriptor that is closed, so that no file or socket
  /// opened later takes its number.
  public static func ensureOpen() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // open(2) takes the lowest free number: this one.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// Writes a text whole, waiting for a slow reader.
  ///
  /// - Returns: false when the reader has gone, which ends a program that only writes.
  @discardableResult
  public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// The same for bytes.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    var attempts = 0
    while offset < bytes.count, attempts < Self.attemptsMax {
      let count = unsafe bytes[offset...].withUnsafeBytes { rest in
        unsafe Glibc.write(rawValue, rest.baseAddress, rest.count)
      }
      if count > 0 {
        offset += count
        continue
      }
      guard errno == EINTR || errno == EAGAIN else { return false }
      attempts += 1
      var state = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&state, 1, 1000)
    }
    return offset == bytes.count
  }
}
