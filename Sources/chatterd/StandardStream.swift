import Glibc

/// Standard output and standard error, for the few words that are no log lines.
enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// How often one text may be interrupted or held up before the rest of it is given up.
  private static let attemptsMax = 1000

  /// Opens `/dev/null` in place of a standard descriptor that is closed, so that no file or socket
  /// opened later takes its number and gets the log.
  static func ensureOpen() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // open(2) takes the lowest free number: this one.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// Writes the whole text, waiting for a slow reader; a reader that has gone ends it silently.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
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
      guard errno == EINTR || errno == EAGAIN else { return }
      attempts += 1
      var state = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&state, 1, 1000)
    }
  }
}
