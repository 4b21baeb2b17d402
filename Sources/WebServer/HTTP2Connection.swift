internal import HTTP
internal import Sockets
internal import System

/// HTTP/2 on one stream of bytes: the session and the state decide; this class reads, writes and
/// calls the app.
///
/// One task reads, and each request has a task of its own. The output is written by the reading
/// task (what its input caused), by the task of the last request in progress, or by a task for it
/// alone; `HTTP2ConnectionState` permits one at a time. All of them are tasks of one loop.
final class HTTP2Connection {
  /// Maximum bytes of output that the reading task writes itself. The kernel takes that much from
  /// one write, so that the task continues to read.
  static let ownOutputBytesMax = 16 * 1024
  /// Maximum bytes per read while no body is expected; bodies are read in larger chunks.
  static let idleReadBytesMax = 4096

  let context: Connection.Context
  let limits: ServerLimits
  let session: HTTP2Session
  let loop: EventLoop
  let socket: SocketStream
  private let stream: any ByteStream
  private var state = HTTP2ConnectionState.idle
  var deadlines: HTTP2Deadlines
  /// When the client should have noticed the announced end.
  private var drainDeadline = Deadline.never
  /// The units of the tick quota for the last read.
  private var readUnits = TickQuota.ReadUnits()
  /// The value of the session's `sentBodyBytes` after the last write.
  private var writtenBodyBytes = 0
  /// The requests that the app works on, by stream.
  var requests: [Int32: HTTP2Request] = [:]
  /// Bytes of the request heads in `requests`.
  var heldHeadBytes = 0
  /// The claim for the memory of the requests, while it exceeds `includedRequestBytes`.
  var requestMemory: MemoryClaim?
  /// The claim for body bytes that the session holds and no app has taken.
  var unread: MemoryClaim?
  /// The leases of the responses that are not written yet, by stream.
  var leases: [Int32: any ResponseLease] = [:]
  var tracked = HTTP2TrackedResponses()

  /// - Parameter socket: the socket under the stream, which tracked responses refer to.
  /// - Returns: nil if memory is exhausted.
  init?(over stream: any ByteStream, socket: SocketStream, context: Connection.Context) {
    let limits = context.environment.limits
    guard let session = HTTP2Session(limits: limits.request, http2: limits.http2) else {
      return nil
    }
    self.limits = limits
    self.session = session
    self.stream = stream
    self.socket = socket
    self.context = context
    loop = socket.loop
    deadlines = HTTP2Deadlines(limits)
  }

  /// Serves requests until the session ends the connection or the stream fails.
  ///
  /// Then the stream is closed and no handler runs any more. The method also returns when the
  /// connection has been idle for a while. The caller calls it again when there is input, when the
  /// idle time is over, or when the connection must finish.
  func run() async -> HTTP1Connection.End {
    advance(.resumed)
    while state != .idle {
      do throws(StreamError) {
        switch state {
        case .handling, .handlingWhileWriting: try await handleEvents()
        case .reading, .readingWhileWriting: await read()
        case .lingering: try await linger()
        case .idle, .closed, .failed:
          await end()
          return .over
        }
      } catch {
        // The client cannot receive an error either.
        advance(.writeFailed)
      }
    }
    return .idle(since: deadlines.idleBegan)
  }

  private func end() async {
    session.receiveEnd()
    if let flood = session.flood {
      context.environment.observe(
        .floodStopped(remoteAddress: context.remoteAddress, reason: flood.rawValue))
    }
    if state == .failed { stream.reset() } else { stream.close() }
    leases = [:]
    countUnread()
    for request in requests.values { request.cancel() }
    while let request = requests.values.first { await request.task?.value }
  }

  /// Announces the end of the connection; the requests in progress still get their responses.
  func finishAfterResponses() {
    session.finishAfterResponses()
    drainDeadline = .after(limits.lingerTimeout)
    socket.interruptRead()
  }

  /// Moves to the state after an event; returns whether the event has an effect.
  @discardableResult
  private func advance(_ event: HTTP2ConnectionEvent) -> Bool {
    guard let next = state.after(event) else { return false }
    state = next
    return true
  }

  // MARK: Reading

  /// The work in progress. The app's work and writing have deadlines of their own; otherwise the
  /// connection waits for the client.
  private var work: HTTP2Deadlines.Work {
    if session.isWithinHead { return .head }
    if state.isWriting || !requests.isEmpty { return .ours }
    return session.openStreamCount > 0 ? .responded : .none
  }

  /// Reads once, and passes the input to the session.
  private func read() async {
    let work = self.work
    // An ended session only waits until its output is written.
    let deadline = session.isEnded ? .never : deadlines.deadline(during: work)
    let taskDeadline =
      session.isEnded || session.isFinishing ? .never : deadlines.taskDeadline
    // Each read has its own buffer, so that an idle connection keeps none.
    var input: [UInt8] = []
    do throws(StreamError) {
      _ = try await stream.read(
        into: &input, atMost: work.isBusy ? limits.readBytesMax : Self.idleReadBytesMax,
        until: min(deadline, taskDeadline, drainDeadline))
      // Streams cannot outlive their connection, however orderly it ends.
      guard !input.isEmpty else { throw .truncated }
      deadlines.postponeTaskEnd()
      await context.quota?.take(readUnits.begin())
      session.receive(input[...], secondsSince1970: WallClock.secondsSince1970)
    } catch {
      guard error == .timedOut else {
        advance(.peerEnded)
        return
      }
      wakeRevoked()
      if taskDeadline < deadline, !deadline.hasPassed {
        becomeIdle()
      } else if !session.isEnded, let code = deadlines.end(during: self.work) {
        session.end(code)
      }
    }
    if session.isFinishing, drainDeadline.hasPassed {
      drainDeadline = .never
      session.finishNow()
    }
    advance(.readEnded)
  }

  /// Ends the task of a connection on which nothing is in progress.
  private func becomeIdle() {
    // Checked again, because some time has passed since the read began.
    guard work == .none, session.outputBytes == 0, !session.isFinishing else {
      return deadlines.postponeTaskEnd()
    }
    countUnread()
    advance(.idleTimedOut)
  }

  /// Closes our side and gives the client time to close its own.
  private func linger() async throws(StreamError) {
    try await stream.finishWriting(until: .after(limits.writeTimeout))
    let end = Deadline.after(max(limits.lingerTimeout, limits.headTimeout))
    var deadline = Deadline.after(limits.lingerTimeout)
    // Less when the client violated the protocol, which nghttp2 may have noticed by itself.
    let isOrderly = session.isFinishing && !session.isEnded
    var bytesLeft =
      isOrderly ? limits.request.lingerBytesMax : limits.request.brokenLingerBytesMax
    while bytesLeft >= 0 {
      var input: [UInt8] = []
      do throws(StreamError) {
        _ = try await stream.read(into: &input, atMost: Self.idleReadBytesMax, until: deadline)
        if input.isEmpty { break }
        // A client that still sends has no eye for the response.
        deadline = min(end, .after(limits.lingerTimeout))
      } catch {
        // A read that was interrupted for another reason is repeated.
        guard error == .timedOut, !deadline.hasPassed else { break }
      }
      bytesLeft -= input.count
    }
    advance(.lingered)
  }

  // MARK: Events and output

  /// Handles what the session reports, and writes short output, in the reading task.
  private func handleEvents() async throws(StreamError) {
    while state.isHandling {
      switch session.next() {
      case .hasOutput where state.isWriting, .close where state.isWriting: advance(.handled)
      case .hasOutput:
        if session.outputBytes <= Self.ownOutputBytesMax {
          try await flush()
        } else {
          wake(.outputIsLong)
        }
      case .needsMoreBytes where watchUnfinished(): continue
      case .needsMoreBytes:
        if !state.isWriting { tracked.outputWritten(to: socket) }
        advance(.handled)
      case .close:
        tracked.outputWritten(to: socket)
        advance(.sessionEnded)
      case let event: await handle(event)
      }
    }
    context.quota?.putBack(readUnits.end())
    countUnread()
  }

  /// Starts a task that writes the output, if no task does.
  func wake(_ event: HTTP2ConnectionEvent = .outputReady) {
    if advance(event) { loop.start(self) { await $0.write() } }
  }

  /// Writes the output of the request whose task this is.
  ///
  /// If other requests are in progress, they may be about to respond too, and a task writes all
  /// responses together. A cancelled task cannot write.
  func writeLast() async {
    guard requests.isEmpty, !Task.isCancelled else { return wake() }
    if advance(.outputReady) { await write() }
  }

  /// Writes all output, and handles what the session reports meanwhile, beside the reading task.
  private func write() async {
    do throws(StreamError) {
      while state.isWriting {
        switch session.next() {
        case .hasOutput: try await flush()
        case .needsMoreBytes where watchUnfinished(): continue
        case .needsMoreBytes:
          tracked.outputWritten(to: socket)
          advance(.written)
        case .close:
          tracked.outputWritten(to: socket)
          if advance(.sessionEnded) { socket.interruptRead() }
        case let event: await handle(event)
        }
      }
    } catch {
      if advance(.writeFailed) { socket.interruptRead() }
    }
  }

  /// Writes the session's output, in chunks that each have a deadline of their own.
  private func flush() async throws(StreamError) {
    while var rest = session.takeOutput() {
      while !rest.isEmpty {
        let chunk = rest.prefix(limits.writeBytesMax)
        rest = rest.dropFirst(chunk.count)
        try await stream.write(chunk, until: .after(limits.writeTimeout))
        deadlines.bytesWritten(withBody: session.sentBodyBytes != writtenBodyBytes)
        writtenBodyBytes = session.sentBodyBytes
      }
    }
    tracked.outputWritten(to: socket)
  }

  private func handle(_ event: HTTP2Session.Event) async {
    switch event {
    case .request(let stream, let head):
      start(head, on: stream)
      // Only now: nothing may come between a request and the next event of its stream.
      if !readUnits.use() { await context.quota?.take(TickQuota.requestUnits) }
    case .refusal(let stream, let error): refuse(error, on: stream)
    case .bodyArrived(let stream): requests[stream]?.bodyEvent.signal()
    case .writable(let stream): requests[stream]?.outputEvent.signal()
    case .streamEnded(let stream, let isCut):
      // A stream that was cut needs no more work.
      if isCut { requests[stream]?.cancel() } else { requests[stream]?.outputEvent.signal() }
      leases[stream] = nil
      tracked.streamEnded(stream, isCut: isCut)
    case .streamRefused(let stream): tracked.streamRefused(stream)
    case .needsMoreBytes, .hasOutput, .close: break
    }
  }
}
