import Glibc

/// Writes whole lines to a descriptor and never blocks indefinitely.
///
/// If the reader of a pipe stalls, the first line that finds the pipe full waits at most
/// `waitMilliseconds`. Until a line has been written again, later lines are dropped and counted.
/// (A pipe is ready for writing when it has space for `PIPE_BUF` bytes, pipe(7). Only another
/// process that fills the pipe between poll(2) and write(2) can block a line.) A partly written
/// line is completed before the next one.
struct LogOutput {
  static let waitMilliseconds: Int32 = 50
  private static let attemptsMax = 100

  private let descriptor: Int32
  private let isSocket: Bool
  /// Whether write(2) blocks when there is no space, so that poll(2) must precede it.
  private let mayBlock: Bool
  private var isStalled = false
  private var unfinished: [UInt8] = []
  /// The number of dropped lines that have not been reported yet.
  var droppedCount = 0 {
    didSet { droppedTotal += max(0, droppedCount - oldValue) }
  }
  /// The number of lines that were dropped since the start.
  private(set) var droppedTotal = 0

  /// Creates an output; the caller owns the descriptor and must keep it open.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    let type = unsafe fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    isSocket = type == S_IFSOCK
    mayBlock = type != S_IFSOCK && type != S_IFREG
  }

  /// Writes one line with its line feed; returns false if the line was dropped.
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

  /// Returns the number of bytes written before the output was full or failed.
  private mutating func handOver(_ bytes: [UInt8]) -> Int {
    var offset = 0
    var mustPoll = mayBlock
    for _ in 0..<Self.attemptsMax where offset < bytes.count {
      if mustPoll, !isReady() { break }
      let count = unsafe bytes[offset...].withUnsafeBytes { rest in
        isSocket
          ? unsafe send(
            descriptor, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
          : unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count > 0 {
        offset += count
      } else if errno == EAGAIN {
        mustPoll = true
      } else if errno != EINTR {
        break
      }
    }
    isStalled = offset < bytes.count
    return offset
  }

  /// Returns whether there is space; waits briefly the first time there is none.
  private mutating func isReady() -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let count = unsafe poll(&state, 1, isStalled ? 0 : Self.waitMilliseconds)
    if count < 0 { return errno == EINTR }
    isStalled = isStalled || count == 0
    return count > 0
  }
}
