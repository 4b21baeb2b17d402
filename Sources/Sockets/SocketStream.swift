private import CLinux
public import System

/// A connected TCP socket on one loop. It tries each operation first, and waits only if it would
/// block.
public final class SocketStream: ByteStream {
  /// Maximum number of calls in a row that did not have to wait before the loop's other tasks run.
  /// A peer that is as fast as this process could otherwise block them indefinitely.
  static let callsInARowMax = 16

  /// The address at the other end.
  public let peer: SocketAddress

  /// The socket; nil after it is closed.
  var descriptor: FileDescriptor?
  let number: Int32
  /// The loop of the socket.
  public let loop: EventLoop
  let registration: Registration
  /// Whether a read may succeed without waiting.
  ///
  /// False after a read returned fewer bytes than requested: then there is no input until the next
  /// edge, or until the end that an edge has reported (epoll(7)). This saves a call that could only
  /// fail.
  private var mayHaveInput = true
  private var yielder = Yielder(every: callsInARowMax)
  /// The number of bytes that the kernel has accepted for sending.
  public private(set) var sentByteCount: UInt64 = 0
  /// What `hasFewUnsentBytes` has learned, and the number of bytes that had been sent then.
  var lastUnsent = (count: 0, ofSent: 0 as UInt64)
  private var hasFinished = false
  /// The output that other owners may hold to read acknowledgements; created on first use.
  var output: SentOutput?
  /// Minimum number of bytes per second that the peer's kernel must acknowledge to extend a write
  /// past its deadline (`Pace`); nil never extends it.
  public var acknowledgedBytesPerSecondMin: Int?
  /// The sockets among which `close` leaves this one until the peer has acknowledged the sent
  /// bytes; nil leaves them to the kernel.
  public var closingSockets: ClosingSockets?
  /// The observer of writes that have waited for `stallTimeout`; nil for none.
  public weak var stallObserver: (any StallObserver)?
  /// Number of unsent bytes up to which a closed socket is left to the kernel. It allows for a
  /// close_notify, which is acknowledged a moment later.
  public static let unsentBytesMin = 4 * 1024
  /// How long a write waits before `stallObserver` is notified.
  public static let stallTimeout = Duration.seconds(1)
  /// How the connection failed. The kernel reports the error once, and after that an end that looks
  /// orderly.
  private(set) var failure: StreamError?

  /// Takes ownership of a connected non-blocking socket. Call this on the loop.
  public init(_ descriptor: consuming FileDescriptor, peer: SocketAddress, on loop: EventLoop)
    throws(Errno)
  {
    self.peer = peer
    number = descriptor.number
    self.loop = loop
    // Responses are written whole, so Nagle's algorithm could only delay them.
    try? setOption(descriptor.number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    registration = try loop.attach(descriptor.number)
    self.descriptor = consume descriptor
  }

  deinit {
    endOutput()
    if let descriptor = descriptor.take() { loop.release(registration, closing: descriptor) }
  }

  public func read(
    into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline
  ) async throws(StreamError) -> Int {
    precondition(count > 0)
    while true {
      if yielder.isDue() { await Task.yield() }
      try checkIsUsable()
      if mayHaveInput, let received = try receive(into: &buffer, atMost: count) {
        return received
      }
      try await wait(for: .read, until: deadline)
      mayHaveInput = true
    }
  }

  /// Calls recv(2) once. Returns nil if it would block.
  private func receive(into buffer: inout [UInt8], atMost count: Int) throws(StreamError) -> Int? {
    var outcome = Result<Int, Errno>.success(0)
    let number = self.number
    buffer.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { pointer, initialized in
        let capacity = min(count, pointer.count)
        do throws(Errno) {
          let received = try systemCall { unsafe recv(number, pointer.baseAddress, capacity, 0) }
          initialized = received
          outcome = .success(received)
        } catch {
          outcome = .failure(error)
        }
      }
    }
    switch outcome {
    case .success(let received):
      mayHaveInput = received == count || received == 0
      return received
    case .failure(.wouldBlock):
      mayHaveInput = false
      return nil
    case .failure(let errno): throw fail(errno, call: "recv")
    }
  }

  public func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline)
    async throws(StreamError)
  {
    var rest = bytes
    var progress: WriteProgress?
    while !rest.isEmpty {
      if yielder.isDue() { await Task.yield() }
      try checkIsUsable()
      if let sent = try unsafe send(rest.span.bytes) {
        rest = rest.dropFirst(sent)
      } else {
        try await waitUntilWritable(&progress, until: deadline)
      }
    }
  }

  /// What a write that had to wait knows about its peer.
  private typealias WriteProgress = (pace: Pace, limit: Deadline, acknowledgedBefore: Int)

  /// Waits until the kernel accepts more, for as long as the peer accepts the bytes that the kernel
  /// has.
  private func waitUntilWritable(
    _ current: inout WriteProgress?, until deadline: Deadline
  ) async throws(StreamError) {
    guard let bytesPerSecondMin = acknowledgedBytesPerSecondMin else {
      return try await wait(for: .write, until: deadline)
    }
    var progress = current ?? beginProgress(until: deadline, bytesPerSecondMin)
    defer { current = progress }
    let stall = stallObserver == nil ? Deadline.never : .after(Self.stallTimeout)
    var isReported = false
    defer { if isReported { stallObserver?.writeContinues() } }
    while true {
      do throws(StreamError) {
        return try await wait(
          for: .write, until: min(progress.limit, isReported ? .never : stall))
      } catch {
        guard error == .timedOut else { throw error }
        if progress.limit.hasPassed {
          // Negative if the stream was closed meanwhile, which earns no time.
          let acknowledged = Int(clamping: acknowledgedByteCount) - progress.acknowledgedBefore
          progress.limit = progress.pace.deadline(after: acknowledged)
          if progress.limit.hasPassed { throw error }
        } else {
          // The write has stalled now, or it had stalled before and was interrupted.
          guard !isReported, stallObserver?.writeStalls(unsentByteCount) ?? true
          else { throw error }
          isReported = true
        }
      }
    }
  }

  private func beginProgress(until deadline: Deadline, _ bytesPerSecondMin: Int) -> WriteProgress {
    let timeout = max(.zero, deadline.duration(since: .now))
    var pace = Pace(timeout: timeout, bytesPerSecondMin: bytesPerSecondMin)
    let limit = pace.deadline(after: 0)
    return (pace, limit, Int(clamping: acknowledgedByteCount))
  }

  /// Calls send(2) once. Returns nil if it would block.
  private func send(_ bytes: RawSpan) throws(StreamError) -> Int? {
    let number = self.number
    do throws(Errno) {
      let sent = try systemCall {
        unsafe bytes.withUnsafeBytes {
          unsafe CLinux.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      }
      countSent(sent)
      return sent
    } catch {
      guard error == .wouldBlock else { throw fail(error, call: "send") }
      return nil
    }
  }

  private func countSent(_ byteCount: Int) {
    sentByteCount &+= UInt64(byteCount)
    output?.sentByteCount = sentByteCount
  }

  public func finishWriting(until deadline: Deadline)
    async throws(StreamError)
  {
    try checkIsUsable()
    let number = self.number
    do throws(Errno) {
      _ = try systemCall { shutdown(number, Int32(SHUT_WR)) }
    } catch {
      throw fail(error, call: "shutdown")
    }
    // The end of the stream counts as a byte until the peer acknowledges it (RFC 9293, section
    // 3.4), which one that has closed its socket never does.
    guard !hasFinished else { return }
    hasFinished = true
    countSent(1)
  }

  /// Lets a connection wait for input among the idle ones instead of in a task. Afterwards the
  /// connection reads again.
  ///
  /// - Returns: a function that ends the wait.
  @discardableResult
  public func wait<Connection>(
    as connection: Connection, among idle: IdleConnections<Connection>, until deadline: Deadline
  ) -> () -> Void {
    // The wait does not report why it ended: the next read calls the kernel to find out.
    mayHaveInput = true
    return idle.add(connection, on: registration, until: deadline)
  }

  /// Whether there are bytes, an end or a failure that no read has returned yet (recv(2),
  /// MSG_PEEK).
  public var hasInput: Bool {
    guard descriptor != nil, failure == nil else { return false }
    let number = self.number
    var byte: UInt8 = 0
    do throws(Errno) {
      _ = try systemCall { unsafe recv(number, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) }
      return true
    } catch {
      guard error != .wouldBlock else { return false }
      // The kernel reports the error only once, and this call has consumed it.
      _ = fail(error, call: "recv")
      return true
    }
  }

  /// Sends the bytes that fit without waiting, and returns their number.
  @discardableResult
  public func writeNow(_ bytes: ArraySlice<UInt8>) -> Int {
    guard descriptor != nil, failure == nil, !bytes.isEmpty else { return 0 }
    return unsafe (try? send(bytes.span.bytes)) ?? 0
  }

  /// Sends the bytes that fit without waiting, and returns their number: none if the other tasks of
  /// the loop must run first, for which `write` waits.
  public func writeInTurn(_ bytes: RawSpan) -> Int {
    guard descriptor != nil, failure == nil, !bytes.isEmpty, !yielder.isFull else { return 0 }
    _ = yielder.isDue()
    return (try? send(bytes)) ?? 0
  }

  // MARK: -

  func wait(for readiness: Readiness, until deadline: Deadline)
    async throws(StreamError)
  {
    yielder.reset()
    do throws(WaitError) {
      try await loop.wait(for: readiness, on: registration, until: deadline)
    } catch {
      throw error == .timedOut ? .timedOut : .cancelled
    }
  }

  private func checkIsUsable() throws(StreamError) {
    guard descriptor != nil else { throw .cancelled }
    if let failure { throw failure }
  }

  private func fail(_ errno: Errno, call: String) -> StreamError {
    let failure = StreamError(errno, call: call)
    self.failure = failure
    return failure
  }
}
