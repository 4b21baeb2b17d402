import Glibc

/// Writes whole lines to a descriptor and never waits for ever.
///
/// A line is handed over with one write(2). When the reader of a pipe does not read, the first
/// line that finds it full waits at most `waitMilliseconds`; lines after it do not wait until one has gone
/// through, and are dropped and counted: a stuck reader must not stop the server. (A pipe with
/// room for `PIPE_BUF` bytes is ready for writing, pipe(7), so a line fits without waiting;
/// only another process that fills the pipe between the question and the write can hold it up.)
/// A socket is written with `MSG_DONTWAIT`. What was cut in two is finished before the next line.
struct LogOutput {
  static let waitMilliseconds: Int32 = 50
  private static let attemptsMax = 100

  private let descriptor: Int32
  private let isSocket: Bool
  /// Whether write(2) waits when there is no room, so that room must be asked for before.
  private let mayBlock: Bool
  private var isStalled = false
  private var unfinished: [UInt8] = []
  /// The lines that were lost and not yet spoken of.
  var droppedCount = 0

  /// The descriptor stays the caller's and must stay open.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    let type = unsafe fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    isSocket = type == S_IFSOCK
    mayBlock = type != S_IFSOCK && type != S_IFREG
  }

  /// Writes one line with its line feed; returns whether it went through.
  @discardableResult
  mutating func write(_ line: [UInt8]) -> Bool {
    if !unfinished.isEmpty {
      unfinished.removeFirst(handOver(unfinished))
      guard unfinished.isEmpty else {
        droppedCount += 1
        return false
      }
    }
    let count = handOver(line)
    if count == line.count { return true }
    if count > 0 {
      unfinished = Array(line[count...])
      return true
    }
    droppedCount += 1
    return false
  }

  /// Returns how many bytes were taken before the output was full or gone.
  private mutating func handOver(_ bytes: [UInt8]) -> Int {
    var offset = 0
    var mustAsk = mayBlock
    for _ in 0..<Self.attemptsMax where offset < bytes.count {
      if mustAsk, !isReady() { break }
      let count = unsafe bytes[offset...].withUnsafeBytes { rest in
        isSocket
          ? unsafe send(
            descriptor, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
          : unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count > 0 {
        offset += count
      } else if errno == EAGAIN {
        mustAsk = true
      } else if errno != EINTR {
        break
      }
    }
    isStalled = offset < bytes.count
    return offset
  }

  /// Asks whether there is room; the first time there is none, waits a little for it.
  private mutating func isReady() -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let count = unsafe poll(&state, 1, isStalled ? 0 : Self.waitMilliseconds)
    if count < 0 { return errno == EINTR }
    isStalled = isStalled || count == 0
    return count > 0
  }
}
