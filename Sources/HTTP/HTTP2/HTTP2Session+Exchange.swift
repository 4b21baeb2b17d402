/// The response to a request.
extension HTTP2Session {
  /// Whether the peer has not finished sending a request, even if its response is complete.
  ///
  /// RFC 9113 section 8.1 permits resetting the stream with NO_ERROR then. The reset is delayed,
  /// because a client that finds its stream closed while it sends may not read the response.
  public func awaitsEndOfRequest(on id: Int32) -> Bool {
    stream(id).map { !$0.requestEnded } ?? false
  }

  /// Whether the response waits for calls of `write` and `finish`.
  public func needsResponseBody(on id: Int32) -> Bool {
    guard case .open = stream(id)?.response else { return false }
    return true
  }

  /// Whether the peer has accepted everything written so far. If not, a `writable` event follows
  /// when it has.
  public func isWritable(on id: Int32) -> Bool {
    guard let stream = self.stream(id), !stream.unsentBody.isEmpty else { return true }
    stream.awaitsWritable = true
    return false
  }

  /// The open streams whose responses are complete: the peer has not accepted all of the response,
  /// or has not finished its request.
  public var unfinishedResponses: [Int32] {
    streams.values.filter { $0.response == .complete }.map(\.id)
  }

  /// Returns the number of body bytes of a response that wait for the peer, or 0 if the stream is
  /// over.
  public func unsentBytes(on id: Int32) -> Int { stream(id)?.unsentBody.byteCount ?? 0 }

  /// Returns the number of body bytes of the response so far, or 0 if the stream is over.
  public func responseBodyBytes(on id: Int32) -> Int { stream(id)?.responseBodyBytes ?? 0 }

  /// Begins the response to a request, and completes it if its body is in memory.
  public func respond(
    with response: Response, on id: Int32, secondsSince1970: Int
  ) throws(ResponseError) {
    guard let stream = self.stream(id), stream.isRequest else { throw .streamIsOver }
    guard stream.response == .none else { throw .noResponseExpected }
    guard !response.status.isInformational else {
      // As in HTTP/1.1, a 1xx status cannot be final.
      let other = Response(.internalServerError)
      return try respond(with: other, on: id, secondsSince1970: secondsSince1970)
    }
    let framing = ResponseWriter.framing(
      of: response, to: ResponseWriter.RequestFacts(isHead: stream.isHead))
    begin(response.body, framing, on: stream)
    let head = head(of: response, framing, secondsSince1970)
    let hasBody = stream.response != .complete || !stream.unsentBody.isEmpty
    guard frames.respond(head, on: id, hasBody: hasBody) else { throw .noMemory }
    if stream.unsentBody.byteCount > OutputQueue.coalescedBytesMax || stream.response != .complete {
      frames.interleave(id)
    }
  }

  private func begin(
    _ body: ResponseBody, _ framing: ResponseWriter.Framing, on stream: HTTP2Stream
  ) {
    stream.response = .complete
    switch (framing, body) {
    case (.length(_, sends: true), .bytes(let bytes)): add(bytes, to: stream)
    case (.length(_, sends: true), .slices(let slices)):
      for slice in slices { add(slice, to: stream) }
    case (.length(let count, sends: true), .stream):
      if count > 0 { stream.response = .open(remaining: count) }
    case (.chunked, _), (.untilClose, _): stream.response = .open(remaining: nil)
    // The cases are listed explicitly, so that no kind of body can be left unsent.
    case (.length(_, sends: true), .none), (.length(_, sends: false), _), (.none, _): break
    }
  }

  private func add(_ bytes: ArraySlice<UInt8>, to stream: HTTP2Stream) {
    stream.unsentBody.append(bytes)
    stream.responseBodyBytes += bytes.count
  }

  private func head(
    of response: Response, _ framing: ResponseWriter.Framing, _ secondsSince1970: Int
  ) -> HeaderFields {
    var head = HeaderFields(status: response.status.code)
    let date = date.bytes(secondsSince1970: secondsSince1970)
    head.append("date") { $0.append(contentsOf: date) }
    head.appendLowercased(response.fields)
    if case .length(let count, _) = framing {
      head.append("content-length") { $0.append(decimal: count) }
    }
    return head
  }

  /// Appends bytes to the body of a response. Before the next call, wait until `isWritable` is
  /// true.
  public func write(_ bytes: ArraySlice<UInt8>, on id: Int32) throws(ResponseError) {
    guard let stream = self.stream(id) else { throw .streamIsOver }
    guard case .open(let remaining) = stream.response else { throw .noBodyExpected }
    if let remaining {
      guard bytes.count <= remaining else {
        reset(id, .internalError)
        throw .bodyLongerThanAnnounced
      }
      stream.response = .open(remaining: remaining - bytes.count)
    }
    add(bytes, to: stream)
    resume(stream)
  }

  /// Ends the body of a response.
  public func finish(on id: Int32) throws(ResponseError) {
    guard let stream = self.stream(id) else { throw .streamIsOver }
    guard case .open(let remaining) = stream.response else { throw .noBodyExpected }
    guard remaining ?? 0 == 0 else {
      reset(id, .internalError)
      throw .bodyShorterThanAnnounced
    }
    stream.response = .complete
    resume(stream)
  }

  private func resume(_ stream: HTTP2Stream) {
    guard stream.isDeferred else { return }
    stream.isDeferred = false
    frames.resume(stream.id)
  }

  /// Ends a stream immediately, in both directions.
  public func reset(_ id: Int32, _ code: HTTP2ErrorCode) {
    guard stream(id) != nil else { return }
    frames.reset(id, code)
  }
}
