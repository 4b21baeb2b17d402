/// Request bodies. The windows of the stream and of the connection limit the data that the app has
/// not read.
extension HTTP2Session {
  /// The next step in reading a request body.
  public enum BodyEvent: Sendable {
    /// Write pending output, and wait for `bodyArrived`.
    case needsMoreBytes
    /// The next bytes of the body, never empty.
    case bytes(ArraySlice<UInt8>)
    /// The end of the body. Trailers were validated and discarded.
    case end
  }

  /// Returns the next step in reading the body. The first call sends `100 Continue` if the client
  /// waits for it.
  public func nextBody(of id: Int32) throws(RequestBodyError) -> BodyEvent {
    guard let stream = self.stream(id) else { throw .truncated }
    guard !stream.isDropping else { throw .notAvailable }
    guard max(stream.announcedBytes ?? 0, stream.receivedBytes) <= limits.bodyBytesMax else {
      throw .tooLarge(limit: limits.bodyBytesMax)
    }
    if !stream.received.isEmpty {
      let bytes = takeReceived(of: stream)
      frames.openConnection(bytes.count)
      if !stream.requestEnded { frames.open(id, bytes.count) }
      return .bytes(bytes[...])
    }
    if stream.requestEnded { return .end }
    if stream.awaitsContinue {
      // RFC 9110 section 10.1.1: no 100 may follow the final response.
      guard stream.response == .none else { throw .notAvailable }
      stream.awaitsContinue = false
      frames.sendInformational(HeaderFields(status: 100), on: id)
    }
    stream.awaitsArrival = true
    return .needsMoreBytes
  }

  /// Discards the part of the body that the app has not read, and what still arrives.
  public func discardBody(of id: Int32) {
    guard let stream = self.stream(id), !stream.isDropping else { return }
    stream.isDropping = true
    drop(takeReceived(of: stream).count, of: stream)
  }

  func dataArrived(on id: Int32, _ bytes: Span<UInt8>) {
    frameHasData = !bytes.isEmpty
    guard let stream = self.stream(id) else { return frames.openConnection(bytes.count) }
    stream.awaitsContinue = false
    stream.receivedBytes += bytes.count
    grant(forBodyBytes: bytes.count)
    if stream.isDropping || stream.receivedBytes > limits.bodyBytesMax {
      drop(bytes.count, of: stream)
    } else {
      stream.received.append(addingCapacity: bytes.count) { output in
        for index in bytes.indices { output.append(bytes[index]) }
      }
      unreadBodyBytes += bytes.count
    }
    reportArrival(on: stream)
  }

  /// Accepts body data that is discarded, while little of it remains; otherwise the stream's window
  /// stays closed.
  private func drop(_ count: Int, of stream: HTTP2Stream) {
    frames.openConnection(count)
    if stream.isWorthDraining(limits: limits) { frames.open(stream.id, count) }
  }

  func requestEnds(on id: Int32) {
    guard let stream = self.stream(id) else { return }
    stream.requestEnded = true
    reportArrival(on: stream)
  }

  /// Reopens the connection's window for the unread data of a finished stream.
  func bodyEnded(with stream: HTTP2Stream) {
    frames.openConnection(takeReceived(of: stream).count)
  }

  private func takeReceived(of stream: HTTP2Stream) -> [UInt8] {
    defer { stream.received = [] }
    unreadBodyBytes -= stream.received.count
    return stream.received
  }

  private func reportArrival(on stream: HTTP2Stream) {
    guard stream.awaitsArrival else { return }
    stream.awaitsArrival = false
    report(.bodyArrived(stream: stream.id))
  }
}
