internal import HTTP
internal import Sockets
internal import System

/// Requests and their responses, each in a task of its own.
extension HTTP2Connection {
  /// Bytes that a request in progress holds beside its head and its body: tasks and table entries.
  static let streamBytes = 12 * 1024
  /// Bytes that requests may hold without being counted: about five requests of the usual size, so
  /// that ordinary connections pay nothing for the count.
  static let includedRequestBytes = 64 * 1024

  func start(_ head: RequestHead, on stream: Int32) {
    // A stream that was reset no longer counts for the peer, but its handler still runs.
    let headBytes = head.fields.byteCount + head.target.path.utf8.count
    guard requests.count < limits.http2.streamsMax,
      let request = addRequest(on: stream, headBytes: headBytes)
    else {
      session.discardBody(of: stream)
      return session.reset(stream, .refusedStream)
    }
    let id = context.nextRequestID()
    let connection = LoopBound(self, on: loop)
    // Runs until the handler first waits: many responses are ready before the next request is
    // examined.
    request.task = Task.immediate(executorPreference: loop) {
      await connection.value.respond(to: head, id: id, on: stream)
      await connection.value.writeLast()
    }
  }

  /// Adds a request and counts its memory; returns nil when the address is over its quota.
  private func addRequest(on stream: Int32, headBytes: Int) -> HTTP2Request? {
    let request = HTTP2Request(stream: stream, loop: loop, limits: limits)
    request.headBytes = headBytes
    heldHeadBytes += headBytes
    requests[stream] = request
    guard !countRequests() else { return request }
    requests[stream] = nil
    heldHeadBytes -= headBytes
    return nil
  }

  /// Counts the memory of the requests in progress; returns false when the address is over its
  /// quota.
  ///
  /// The memory of a few ordinary requests is included in the estimate for every connection.
  func countRequests() -> Bool {
    let bytes = requests.count * Self.streamBytes + 2 * heldHeadBytes
    let counted = bytes > Self.includedRequestBytes ? bytes : 0
    guard counted > 0 || requestMemory != nil else { return true }
    return context.environment.requestMemory.set(&requestMemory, to: counted) {
      // Never revoked, since its owner does not wait for its peer: a stream that does not fit is
      // refused.
      MemoryClaim(on: context.requestMemory) {}
    }
  }

  /// Sends the response to an invalid request, without calling the app.
  func refuse(_ error: RequestError, on stream: Int32) {
    let response = context.environment.refusal(error.status, error.description)
    var record = context.record(response, to: nil, context.nextRequestID(), .http2)
    session.discardBody(of: stream)
    do throws(ResponseError) {
      try session.respond(
        with: response, on: stream, secondsSince1970: WallClock.secondsSince1970)
      record.responseBytes = session.responseBodyBytes(on: stream)
      record.isComplete = true
    } catch {
      session.reset(stream, .internalError)
    }
    context.environment.observe(.responded(record))
    deadlines.responseCompleted()
  }

  /// Records that a request needs no more work.
  private func requestEnded(on stream: Int32) {
    heldHeadBytes -= requests.removeValue(forKey: stream)?.headBytes ?? 0
    _ = countRequests()
    deadlines.responseCompleted()
  }

  private func respond(to head: RequestHead, id: RequestID, on stream: Int32) async {
    guard let request = requests[stream] else { return }
    let began = Deadline.now
    if head.hasBody {
      request.connection = self
      request.announcedBytes = head.announcedBytes
      request.memory = BodyMemory(
        on: context.requestMemory, onRevocation: socket.interruptRead)
    }
    let response = await context.handler(
      Request(
        head, body: head.hasBody ? request : BufferedBody(), client: context.client, id: id))
    let requestBytes = request.memory?.arrivedBytes ?? 0
    request.memory?.release()
    var record = context.record(response, to: head, id, head.version)
    record.requestBytes = requestBytes
    if let tracking = response.tracking { tracked.add(tracking, on: stream) }
    await send(response, request, &record)
    if !record.isComplete { tracked.streamEnded(stream, isCut: true) }
    request.connection = nil
    record.duration = Deadline.now.duration(since: began)
    context.environment.observe(.responded(record))
    countUnread()
    // A short response is usually sent at once; `watchUnfinished` finds the others.
    if session.unsentBytes(on: stream) > limits.writeBytesMax { await awaitResponseTaken(request) }
    await awaitEndOfRequest(request)
    requestEnded(on: stream)
  }

  /// Keeps a lease until the response is written, and resets its stream when the lease is revoked.
  private func hold(_ lease: any ResponseLease, on stream: Int32) {
    leases[stream] = lease
    // The connection releases the lease, so that the two do not keep each other.
    let connection = LoopBound(self, on: loop)
    lease.onRevocation {
      Task(executorPreference: connection.loop) { connection.value.giveUp(stream) }
    }
  }

  private func giveUp(_ stream: Int32) {
    guard leases.removeValue(forKey: stream) != nil else { return }
    session.reset(stream, .cancel)
    requests[stream]?.cancel()
    wake()
  }

  /// Passes a response to the session; a failure on either side resets its stream.
  private func send(
    _ response: Response, _ request: HTTP2Request, _ record: inout AccessRecord
  ) async {
    let stream = request.stream
    do {
      try session.respond(
        with: response, on: stream, secondsSince1970: WallClock.secondsSince1970)
      if let lease = response.lease { hold(lease, on: stream) }
      record.responseBytes = session.responseBodyBytes(on: stream)
      if case .stream(_, let body) = response.body, session.needsResponseBody(on: stream) {
        while let chunk = try await body.next() {
          try session.write(chunk, on: stream)
          record.responseBytes += chunk.count
          try await awaitOutputTaken(request)
        }
        try session.finish(on: stream)
      }
      session.discardBody(of: stream)
      record.isComplete = true
    } catch {
      session.reset(stream, .internalError)
    }
  }

  /// Waits until the peer has taken what was written, at the minimum pace allowed.
  private func awaitOutputTaken(_ request: HTTP2Request) async throws {
    var pace = Pace(
      timeout: limits.writeTimeout, bytesPerSecondMin: limits.responseBytesPerSecondMin,
      stallTimeout: limits.stalledResponseTimeout)
    let unsentAtFirst = session.unsentBytes(on: request.stream)
    while !session.isWritable(on: request.stream) {
      wake()
      let deadline = pace.deadline(
        after: unsentAtFirst - session.unsentBytes(on: request.stream))
      if deadline.hasPassed { throw StreamError.timedOut }
      do throws(WaitError) {
        try await request.outputEvent.wait(until: deadline)
      } catch {
        guard error == .timedOut else { throw error }
      }
    }
  }

  /// Watches the complete responses that the peer does not let out, however short, and those whose
  /// requests have not ended. They would be kept as long as the connection.
  ///
  /// Called when all output that may be written has been written. Returns whether there is new
  /// output.
  func watchUnfinished() -> Bool {
    guard session.openStreamCount > requests.count else { return false }
    var hasOutput = false
    for stream in session.unfinishedResponses where requests[stream] == nil {
      guard let request = addRequest(on: stream, headBytes: 0) else {
        session.reset(stream, .enhanceYourCalm)
        hasOutput = true
        continue
      }
      request.task = loop.start(self) { connection in
        guard let request = connection.requests[stream] else { return }
        await connection.awaitResponseTaken(request)
        await connection.awaitEndOfRequest(request)
        connection.requestEnded(on: stream)
      }
    }
    return hasOutput
  }

  /// Waits until a response has been taken, and resets its stream if the peer takes too long.
  private func awaitResponseTaken(_ request: HTTP2Request) async {
    do {
      try await awaitOutputTaken(request)
    } catch {
      session.reset(request.stream, .cancel)
      wake()
    }
  }

  /// Gives a client with a complete response the time to see it and stop sending, then resets the
  /// stream.
  private func awaitEndOfRequest(_ request: HTTP2Request) async {
    let stream = request.stream
    let deadline = Deadline.after(limits.lingerTimeout)
    while session.awaitsEndOfRequest(on: stream) {
      wake()
      do throws(WaitError) {
        try await request.outputEvent.wait(until: deadline)
      } catch {
        session.reset(stream, session.unsentBytes(on: stream) == 0 ? .noError : .cancel)
        return wake()
      }
    }
  }
}
