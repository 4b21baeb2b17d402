internal import EventLoop
internal import HTTP
internal import Sockets

/// HTTP/2 on one stream of bytes: the session decides; this class reads, writes and calls the app.
///
/// Three kinds of tasks share it, all on one loop: one reads, one writes and handles the session's
/// events, and each request has a task of its own. None of them ever runs on another thread, which
/// makes the class Sendable.
final class HTTP2Connection: @unchecked Sendable {
  /// Bytes of output up to which the reading task writes them itself: the write is short, and
  /// waking the other task costs more than encrypting them.
  static let ownOutputBytesMax = 16 * 1024
  /// Maximum bytes per read while no body is expected; bodies are read in larger chunks.
  static let idleReadBytesMax = 4096

  let context: Connection.Context
  let limits: ServerLimits
  let session: HTTP2Session
  let loop: EventLoop
  /// Signalled when the session may have something to do.
  private let sessionEvent: AsyncEvent
  /// The requests that the app works on, by stream.
  var requests: [Int32: HTTP2Request] = [:]
  /// The leases of the responses that are not written yet, by stream.
  var leases: [Int32: any ResponseLease] = [:]
  /// Bytes of the request heads in `requests`.
  var heldHeadBytes = 0
  /// The claim for the memory of the requests, while it exceeds `includedRequestBytes`.
  var requestMemory: MemoryClaim?
  var requestCount: UInt64 = 0
  /// When an admitted body last moved or was released.
  var bodyMovedLast = Deadline.now
  private let stream: any ByteStream
  private let readingEvent: AsyncEvent
  var deadlines: HTTP2Deadlines
  /// The responses that their apps track.
  var tracked = HTTP2TrackedResponses()
  let socket: SocketStream
  /// The claim for body bytes that the session holds and no app has taken.
  var unread: MemoryClaim?
  private var isGivenUp = false
  /// The value of the session's `sentBodyBytes` after the last write.
  private var writtenBodyBytes = 0
  /// The deadline by which the peer should have noticed the announced end.
  private var drainDeadline = Deadline.never
  /// Whether the connection only waits for the peer's end.
  private var isLingering = false
  private var readingIsOver = false
  /// Whether the connection is idle, so that its tasks end.
  private var isBecomingIdle = false
  private var isFinishing = false
  /// Whether the reading task is handling the session's events.
  private var isActing = false
  private var isWriting = false

  /// - Parameter socket: the socket under the stream, which tracked responses refer to.
  init(
    over stream: any ByteStream, socket: SocketStream, context: Connection.Context
  ) throws(HTTP2SessionError) {
    self.stream = stream
    self.socket = socket
    self.context = context
    loop = socket.loop
    limits = context.environment.limits
    session = try HTTP2Session(limits: limits.request, http2: limits.http2)
    deadlines = HTTP2Deadlines(limits)
    sessionEvent = AsyncEvent(on: loop)
    readingEvent = AsyncEvent(on: loop)
  }

  /// Serves requests until the session ends the connection or the stream fails.
  ///
  /// Then the stream is closed and no handler runs any more. The method also returns when the
  /// connection has been idle for a while. The caller calls it again when there is input, when the
  /// idle time is over, or when the connection must finish.
  func run() async -> HTTP1Connection.End {
    repeat {
      isBecomingIdle = false
      await runOnce()
    } while isBecomingIdle && isFinishing
    return isBecomingIdle ? .idle(since: deadlines.idleBegan) : .over
  }

  private func runOnce() async {
    await withDiscardingTaskGroup { group in
      group.addTask(executorPreference: loop) { await self.readAll() }
      await self.serve()
      guard !self.isBecomingIdle else { return }
      if let flood = self.session.flood {
        self.context.environment.observe(
          .floodStopped(remoteAddress: self.context.remoteAddress, reason: flood.description))
      }
      if self.isGivenUp { self.stream.reset() } else { self.stream.close() }
    }
    leases = [:]
    releaseUnread()
    // No handler runs for an idle connection.
    for request in requests.values { request.cancel() }
    while let request = requests.values.first { await request.task?.value }
    releaseRequestMemory()
  }

  /// Announces the end of the connection; the requests in progress still get their responses.
  func finishAfterResponses() {
    isFinishing = true
    session.finishAfterResponses()
    drainDeadline = .after(limits.lingerTimeout)
    sessionEvent.signal()
  }

  private func readAll() async {
    do throws(StreamError) {
      var lingeredBytes = 0
      while lingeredBytes <= lingerBytesMax {
        let input = try await read()
        if isBecomingIdle { return sessionEvent.signal() }
        guard let input else { continue }
        if input.isEmpty { break }
        if isLingering {
          lingeredBytes += input.count
        } else {
          await context.quota?.take(TickQuota.requestUnits)
          session.receive(input[...], secondsSince1970: WallClock.secondsSince1970)
          try await actOnInput()
          countUnread()
        }
      }
    } catch {
      // The peer disconnected, or the connection was cut: its streams are over.
    }
    readingIsOver = true
    isActing = false
    session.receiveEnd()
    sessionEvent.signal()
    readingEvent.signal()
  }

  /// Maximum bytes that are read and dropped after our end; fewer when the peer violated the
  /// protocol.
  private var lingerBytesMax: Int {
    session.isEnded ? limits.request.brokenLingerBytesMax : limits.request.lingerBytesMax
  }

  /// Reads once; returns nil when the deadline has passed.
  private func read() async throws(StreamError) -> [UInt8]? {
    let work = self.work
    // An ended connection only waits for the peer's end, for as long as the writing task waits.
    let isOver = isLingering || session.isEnded
    let deadline =
      isOver
      ? .never : deadlines.deadline(during: work)
    let taskDeadline = isOver || isFinishing ? .never : deadlines.taskDeadline
    // Each read has its own buffer, so that an idle connection keeps none.
    var input: [UInt8] = []
    do throws(StreamError) {
      _ = try await stream.read(
        into: &input, atMost: work.isBusy ? limits.readBytesMax : Self.idleReadBytesMax,
        until: min(deadline, taskDeadline))
      deadlines.bytesRead()
      return input
    } catch {
      guard error == .timedOut else { throw error }
      wakeRevoked()
      if taskDeadline < deadline, !deadline.hasPassed {
        isBecomingIdle = isIdle
        if !isBecomingIdle { deadlines.postponeTaskEnd() }
      } else {
        readTimedOut()
      }
      return nil
    }
  }

  /// Whether nothing is in progress, so that the tasks may end.
  ///
  /// Checked again after a read, because some time has passed since the read began.
  private var isIdle: Bool {
    session.openStreamCount == 0 && requests.isEmpty && session.outputBytes == 0
      && !isWriting && !isLingering && !isFinishing
  }

  /// The work in progress. The app's work and writing have deadlines of their own; otherwise the
  /// connection waits for the peer.
  private var work: HTTP2Deadlines.Work {
    if session.isWithinHead { return .head }
    if isWriting || !requests.isEmpty { return .ours }
    return session.openStreamCount > 0 ? .responded : .none
  }

  private func readTimedOut() {
    switch deadlines.verdict(during: work) {
    case .continues: return
    case .isIdle: session.end(.noError)
    case .isTooSlow: session.end(.enhanceYourCalm)
    }
    sessionEvent.signal()
  }

  /// Makes a task check the session for events.
  func wake() {
    if !isActing { sessionEvent.signal() }
  }

  /// Handles the events of the input just received, and writes the responses that are ready; the
  /// other task handles whatever must wait.
  private func actOnInput() async throws(StreamError) {
    isActing = true
    defer { isActing = false }
    while true {
      switch session.next() {
      case .hasOutput:
        guard !isWriting, session.outputBytes <= Self.ownOutputBytesMax else {
          return sessionEvent.signal()
        }
        try await flush()
      case .needsMoreBytes: return watchUnfinished()
      case .close: return sessionEvent.signal()
      case let event: await act(on: event)
      }
    }
  }

  private func serve() async {
    do throws(StreamError) {
      while true {
        switch session.next() {
        case .needsMoreBytes where isBecomingIdle: return
        case .needsMoreBytes:
          watchUnfinished()
          try await wait()
        case .hasOutput: if isWriting { try await wait() } else { try await flush() }
        case .close: return try await end()
        case let event: await act(on: event)
        }
      }
    } catch {
      // The peer disconnected, or was too slow to take its responses: it cannot receive an error.
      isGivenUp = true
    }
  }

  private func act(on event: HTTP2Session.Event) async {
    switch event {
    case .request(let stream, let head):
      start(head, on: stream)
      // Only now: nothing may come between a request and the next event of its stream.
      await context.quota?.take(TickQuota.requestUnits)
    case .refusal(let stream, let error): refuse(error, on: stream)
    case .bodyArrived(let stream): requests[stream]?.bodyEvent.signal()
    case .writable(let stream): requests[stream]?.outputEvent.signal()
    case .streamEnded(let stream, let isCut): streamEnded(stream, isCut: isCut)
    case .streamRefused(let stream): tracked.streamRefused(stream)
    case .needsMoreBytes, .hasOutput, .close: break
    }
  }

  private func streamEnded(_ stream: Int32, isCut: Bool) {
    requests[stream]?.streamEnded(isCut: isCut)
    leases[stream] = nil
    tracked.streamEnded(stream, isCut: isCut)
    // The other task may have written the last output before this event arrived.
    if !isWriting, session.outputBytes == 0 { tracked.outputWritten(to: socket) }
  }

  private func wait() async throws(StreamError) {
    do throws(WaitError) {
      try await sessionEvent.wait(until: drainDeadline)
    } catch {
      guard error == .timedOut else { throw .cancelled }
      drainDeadline = .never
      session.finishNow()
    }
  }

  /// Writes the session's output, in chunks that each have a deadline of their own.
  private func flush() async throws(StreamError) {
    isWriting = true
    defer { isWriting = false }
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

  /// Ends our side and gives the peer time to end its own, so that a reset does not destroy the
  /// last response.
  private func end() async throws(StreamError) {
    isLingering = true
    try await stream.finishWriting(until: .after(limits.writeTimeout))
    guard !readingIsOver, !isBecomingIdle else { return }
    try? await readingEvent.wait(until: .after(limits.lingerTimeout))
  }
}
