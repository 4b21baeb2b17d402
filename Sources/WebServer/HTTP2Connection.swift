internal import HTTP
internal import Sockets

/// HTTP/2 on one stream of bytes: the session decides, this reads and writes and calls the app.
///
/// Three kinds of tasks share it, all on one loop: one reads, one writes and acts on what the
/// session says, and each request is answered in one of its own. That none of them is ever on
/// another thread is what makes it Sendable.
final class HTTP2Connection: @unchecked Sendable {
  /// Output up to which the reading task writes it itself: it is gone in a moment, while to wake
  /// the other one costs more than to encrypt it.
  static let ownOutputBytesMax = 16 * 1024
  /// What a request in work holds beside its head and its body: tasks, and entries in tables.
  static let streamBytes = 12 * 1024
  /// What requests may hold without being counted: five or so of the usual size, so that ordinary
  /// connections pay nothing for the count.
  static let includedRequestBytes = 64 * 1024
  /// How much is read at once while no content is to come; content is read in larger pieces.
  static let idleReadBytesMax = 4096

  let context: Connection.Context
  let limits: ServerLimits
  let session: HTTP2Session
  let loop: EventLoop
  /// Rung when the session may have something to do.
  private let bell: Doorbell
  /// The requests that the app works on, by their streams.
  var exchanges: [Int32: HTTP2Exchange] = [:]
  /// Of the responses that are not written yet, by their streams.
  var leases: [Int32: any ResponseLease] = [:]
  /// Bytes of their requests' heads.
  var heldHeadBytes = 0
  /// What they hold beyond `includedRequestBytes`.
  var requestMemory: MemoryClaim?
  var requestCount: UInt64 = 0
  /// When a body whose turn it is moved last, or gave its turn away.
  var bodyMovedLast = Deadline.now
  private let stream: any ByteStream
  private let readerBell: Doorbell
  private var deadlines: HTTP2Deadlines
  /// The responses that their apps track.
  var tracked = HTTP2TrackedResponses()
  let socket: SocketStream
  /// What the session holds of content that no app has taken.
  var unread: MemoryClaim?
  private var isGivenUp = false
  /// How much content had been made into frames when some was written last.
  private var writtenContentBytes = 0
  /// When the peer no longer gets time to tell that it knows of the end.
  private var drainDeadline = Deadline.never
  /// Is only the peer's end waited for?
  private var isLingering = false
  private var readingIsOver = false
  /// Is the connection idle, so that its tasks end?
  private var isParking = false
  private var isFinishing = false
  /// Does the reading task act on what the session says?
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
    bell = Doorbell(on: loop)
    readerBell = Doorbell(on: loop)
  }

  /// Serves requests until the session says that the connection is over, or the stream fails; then
  /// the stream is closed and no handler works any more.
  ///
  /// One that has been idle for a while ends too, and is to be run again when there are bytes for
  /// it, its idle time is up, or it was told to finish.
  func run() async -> HTTP1Connection.End {
    repeat {
      isParking = false
      await runOnce()
    } while isParking && isFinishing
    return isParking ? .idle(since: deadlines.idleBegan) : .over
  }

  private func runOnce() async {
    await withDiscardingTaskGroup { group in
      group.addTask(executorPreference: loop) { await self.readAll() }
      await self.serve()
      guard !self.isParking else { return }
      if let flood = self.session.flood {
        self.context.environment.observe(
          .floodStopped(remoteAddress: self.context.remoteAddress, reason: flood.description))
      }
      if self.isGivenUp { self.stream.reset() } else { self.stream.close() }
    }
    leases = [:]
    releaseUnread()
    // None works for a connection that is idle.
    for exchange in exchanges.values { exchange.cancel() }
    while let exchange = exchanges.values.first { await exchange.task?.value }
    releaseRequestMemory()
  }

  /// Announces the end: the requests that are under way are answered.
  func finishAfterResponses() {
    isFinishing = true
    session.finishAfterResponses()
    drainDeadline = .after(limits.lingerTimeout)
    bell.ring()
  }

  private func readAll() async {
    do throws(StreamError) {
      var lingeredBytes = 0
      while lingeredBytes <= lingerBytesMax {
        let input = try await read()
        if isParking { return bell.ring() }
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
      // The peer went, or was cut: its streams are over.
    }
    readingIsOver = true
    isActing = false
    session.receiveEnd()
    bell.ring()
    readerBell.ring()
  }

  /// How much is read and dropped after our end: little when the peer broke the protocol.
  private var lingerBytesMax: Int {
    session.isEnded ? limits.request.brokenLingerBytesMax : limits.request.lingerBytesMax
  }

  /// One read; nil when its deadline passed.
  private func read() async throws(StreamError) -> [UInt8]? {
    let work = self.work
    // Of a connection that is ended only the peer's end is waited for, as long as the writer does.
    let isOver = isLingering || session.isEnded
    let deadline =
      isOver
      ? .never : deadlines.deadline(during: work)
    let parking = isOver || isFinishing ? .never : deadlines.parking
    // A buffer for each read: an idle connection keeps none.
    var input: [UInt8] = []
    do throws(StreamError) {
      _ = try await stream.read(
        into: &input, atMost: work.isBusy ? limits.readBytesMax : Self.idleReadBytesMax,
        until: min(deadline, parking))
      deadlines.bytesRead()
      return input
    } catch {
      guard error == .timedOut else { throw error }
      wakeRevoked()
      if parking < deadline, !deadline.hasPassed {
        isParking = isIdle
        if !isParking { deadlines.parkingRefused() }
      } else {
        readTimedOut()
      }
      return nil
    }
  }

  /// Is nothing under way, so that the tasks may end? A while has passed since that was so at the
  /// beginning of a read.
  private var isIdle: Bool {
    session.openStreamCount == 0 && exchanges.isEmpty && session.outputBytes == 0
      && !isWriting && !isLingering && !isFinishing
  }

  /// What is under way. The app's work, and writing, have deadlines of their own; without any it is
  /// the peer that keeps us waiting.
  private var work: HTTP2Deadlines.Work {
    if session.isWithinHead { return .head }
    if isWriting || !exchanges.isEmpty { return .ours }
    return session.openStreamCount > 0 ? .answered : .none
  }

  /// Nothing more is to be done for a request.
  func exchangeEnded(on stream: Int32) {
    heldHeadBytes -= exchanges.removeValue(forKey: stream)?.headBytes ?? 0
    if requestMemory != nil { _ = countRequests() }
    deadlines.answered()
  }

  private func readTimedOut() {
    switch deadlines.verdict(during: work) {
    case .goesOn: return
    case .isIdle: session.end(.noError)
    case .isTooSlow: session.end(.enhanceYourCalm)
    }
    bell.ring()
  }

  /// Sees to it that somebody looks at what the session has.
  func wake() {
    if !isActing { bell.ring() }
  }

  /// Acts on what has just come, and writes the answers that are there at once; for what must wait
  /// there is the other task.
  private func actOnInput() async throws(StreamError) {
    isActing = true
    defer { isActing = false }
    while true {
      switch session.next() {
      case .hasOutput:
        guard !isWriting, session.outputBytes <= Self.ownOutputBytesMax else { return bell.ring() }
        try await flush()
      case .needsMoreBytes: return watchUnfinished()
      case .close: return bell.ring()
      case let event: await act(on: event)
      }
    }
  }

  private func serve() async {
    do throws(StreamError) {
      while true {
        switch session.next() {
        case .needsMoreBytes where isParking: return
        case .needsMoreBytes:
          watchUnfinished()
          try await wait()
        case .hasOutput: if isWriting { try await wait() } else { try await flush() }
        case .close: return try await end()
        case let event: await act(on: event)
        }
      }
    } catch {
      // The peer went, or was too slow to take its answers: there is nobody left to tell.
      isGivenUp = true
    }
  }

  private func act(on event: HTTP2Session.Event) async {
    switch event {
    case .request(let stream, let head):
      start(head, on: stream)
      // After it: nothing may come between a request and what its stream does next.
      await context.quota?.take(TickQuota.requestUnits)
    case .refusal(let stream, let error): refuse(error, on: stream)
    case .bodyArrived(let stream): exchanges[stream]?.bodyBell.ring()
    case .roomToWrite(let stream): exchanges[stream]?.roomBell.ring()
    case .streamEnded(let stream, let isCut): streamEnded(stream, isCut: isCut)
    case .streamRefused(let stream): tracked.streamRefused(stream)
    case .needsMoreBytes, .hasOutput, .close: break
    }
  }

  private func streamEnded(_ stream: Int32, isCut: Bool) {
    exchanges[stream]?.streamEnded(isCut: isCut)
    leases[stream] = nil
    tracked.streamEnded(stream, isCut: isCut)
    // The other task may have written the last of it before this event came.
    if !isWriting, session.outputBytes == 0 { tracked.outputWritten(to: socket) }
  }

  private func wait() async throws(StreamError) {
    do throws(WaitError) {
      try await bell.wait(until: drainDeadline)
    } catch {
      guard error == .timedOut else { throw .cancelled }
      drainDeadline = .never
      session.finishNow()
    }
  }

  /// Writes what the session has made, in pieces that each have a deadline of their own.
  private func flush() async throws(StreamError) {
    isWriting = true
    defer { isWriting = false }
    while var rest = session.takeOutput() {
      while !rest.isEmpty {
        let piece = rest.prefix(limits.writeBytesMax)
        rest = rest.dropFirst(piece.count)
        try await stream.write(piece, until: .after(limits.writeTimeout))
        deadlines.bytesWritten(withContent: session.sentContentBytes != writtenContentBytes)
        writtenContentBytes = session.sentContentBytes
      }
    }
    tracked.outputWritten(to: socket)
  }

  /// Ends our side, and gives the peer time to end its own, lest a reset take the last answer from
  /// it.
  private func end() async throws(StreamError) {
    isLingering = true
    try await stream.finishWriting(until: .after(limits.writeTimeout))
    guard !readingIsOver, !isParking else { return }
    try? await readerBell.wait(until: .after(limits.lingerTimeout))
  }
}
