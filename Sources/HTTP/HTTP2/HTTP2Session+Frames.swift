/// The events that nghttp2 reports while it reads and writes frames.
extension HTTP2Session {
  /// How many body bytes go into the next frame.
  enum DataToSend {
    case deferred
    /// The number of bytes, and whether they end the stream.
    case bytes(Int, isLast: Bool)
  }

  /// Handles the header of a frame. Returns false if the peer has sent too many frames of this
  /// kind, or must not send it.
  func frameBegins(_ frame: FrameHeader) -> Bool {
    reportedFrameCount += 1
    frameHasData = false
    continuationCount = frame.type == FrameHeader.continuation ? continuationCount + 1 : 0
    guard continuationCount <= http2.continuationsMax,
      frames.queuedFrameCount <= http2.queuedFramesMax
    else {
      flood = flood ?? .frames
      return false
    }
    let isKnown = stream(frame.stream) != nil
    let isNew = frame.type == FrameHeader.headers && frame.stream > clientStreams.last
    if let code = clientStreams.take(frame, isKnown: isKnown) {
      fault = code
      return false
    }
    switch frame.type {
    case FrameHeader.headers where isNew:
      unfinishedHead = frame.endsHead ? nil : frame.stream
      return true
    // nghttp2 also reads these frames on a stream that is over.
    case FrameHeader.data, FrameHeader.headers:
      return isKnown || countIdleFrame()
    case FrameHeader.reset: return countReset()
    default: return countIdleFrame()
    }
  }

  /// Handles a complete and valid frame. Returns false if the peer has sent too many empty ones.
  func frameEnds(_ frame: FrameHeader) -> Bool {
    switch frame.type {
    case FrameHeader.headers: headEnds(on: frame.stream, endsStream: frame.endsStream)
    case FrameHeader.data:
      if frame.endsStream { requestEnds(on: frame.stream) }
      return frameHasData || frame.endsStream || countIdleFrame()
    case FrameHeader.reset where stream(frame.stream) == nil:
      report(.streamRefused(stream: frame.stream))
    case FrameHeader.ping where frame.isAcknowledgement && isFinishing:
      // The peer has read the announcement before the PING, so all streams to serve have arrived.
      frames.refuseNewStreams()
    default: break
    }
    return true
  }

  func headBegins(on id: Int32, opensStream: Bool) {
    if opensStream { addStream(id) }
    stream(id)?.reader = RequestHeadReader(limits: limits, isTrailers: !opensStream)
  }

  /// Handles a field of a head. Returns false if the head exceeds its limit so far that it is an
  /// attack.
  func fieldArrived(on id: Int32, _ name: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
    guard let stream = self.stream(id) else { return true }
    stream.reader?.take(name, value)
    let bytesMax = http2.refusedHeadRatioMax * max(limits.headBytesMax, limits.trailerBytesMax)
    guard let bytes = stream.reader?.listBytes, bytes > bytesMax else { return true }
    flood = flood ?? .head
    return false
  }

  private func headEnds(on id: Int32, endsStream: Bool) {
    unfinishedHead = nil
    guard let stream = self.stream(id), let reader = stream.reader else { return }
    stream.reader = nil
    if reader.isTrailers {
      guard reader.fault == nil else { return resetByFault(id) }
      if endsStream { requestEnds(on: id) }
      return
    }
    stream.isRequest = true
    stream.requestEnded = endsStream
    do throws(RequestError) {
      let head = try reader.head(endsStream: endsStream)
      stream.isHead = head.method == .head
      stream.announcedBytes = head.announcedBytes
      stream.awaitsContinue = head.expectation == .continueResponse
      let isExpected = head.expectation != .unsupported
      report(
        isExpected
          ? .request(stream: id, head) : .refusal(stream: id, .unsupportedExpectation))
    } catch {
      report(.refusal(stream: id, error))
    }
  }

  /// Resets a stream on which the peer violated the protocol.
  func resetByFault(_ id: Int32) { frames.reset(id, .protocolError) }

  func streamClosed(_ id: Int32, _ code: UInt32) {
    guard let stream = removeStream(id) else { return }
    bodyEnded(with: stream)
    guard stream.isRequest else { return }
    let isCut = !stream.isSent
    if !isCut {
      resets.grant(1)
      idleFrames.grant(2)
    }
    report(.streamEnded(stream: id, isCut: isCut))
  }

  // MARK: Sending

  func dataToSend(on id: Int32, atMost bytesMax: Int) -> DataToSend {
    guard let stream = self.stream(id) else { return .deferred }
    let count = min(bytesMax, stream.unsentBody.byteCount)
    let isLast = stream.response == .complete && count == stream.unsentBody.byteCount
    guard count > 0 || isLast else {
      stream.isDeferred = true
      return .deferred
    }
    return .bytes(count, isLast: isLast)
  }

  /// Moves body data into the output, after the header of its frame. Returns false if there is
  /// enough output for one write, so that this frame must wait for the next write.
  func sendData(of id: Int32, _ count: Int, after header: Span<UInt8>) -> Bool {
    guard frames.output.byteCount < http2.gatheredBytesMax else { return false }
    frames.output.write { output in
      for index in header.indices { output.append(header[index]) }
    }
    guard let stream = self.stream(id) else { return true }
    frames.output.write { stream.unsentBody.move(count, to: &$0) }
    grant(forBodyBytes: count)
    sentBodyBytes &+= count
    guard stream.unsentBody.isEmpty, stream.awaitsWritable else { return true }
    stream.awaitsWritable = false
    report(.writable(stream: id))
    return true
  }

  /// Handles the GOAWAY that is about to be sent. nghttp2 decodes no field of more than 64 KiB, and
  /// a head may be too large to be read to its end: its client gets a status before the end.
  func endBegins(_ code: UInt32) {
    guard let id = unfinishedHead,
      [HTTP2ErrorCode.compressionError, .enhanceYourCalm].contains(where: { $0.rawValue == code })
    else { return }
    unfinishedHead = nil
    frames.refuseHead(on: id)
  }

  func frameSent(_ frame: FrameHeader, _ code: UInt32) {
    if frame.type == FrameHeader.reset {
      // A peer can cause the server to reset streams as well as reset them itself.
      let isFault = [.protocolError, .flowControlError, .streamClosed, .refusedStream]
        .contains(HTTP2ErrorCode(rawValue: code))
      if isFault, !countReset() { end(.enhanceYourCalm) }
      return
    }
    if frame.type == FrameHeader.goAway, code == HTTP2ErrorCode.enhanceYourCalm.rawValue, !isEnded {
      // nghttp2 enforces limits of its own.
      flood = flood ?? .frames
    }
    if frame.endsStream { stream(frame.stream)?.isSent = true }
  }
}
