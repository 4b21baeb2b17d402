/// Request bodies, and how many of their bytes are held.
///
/// The stream's window limits what a peer sends on a stream. It is small and reopens only for a
/// body that has been admitted (`BodyAdmissionQueue`). Smaller bodies therefore need no admission
/// and never wait for large ones. The connection's window only limits the data that the app has not
/// read.
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

  /// The admission state of a body. The peer can send all of an admitted body.
  public enum BodyAdmission: Sendable {
    /// The body fits into its stream's window, as far as is known.
    case notNeeded
    /// Earlier bodies are still held. No more of this one arrives than its window allows.
    case awaited
    case granted
  }

  /// Returns the next step in reading the body. The first call sends `100 Continue` if the client
  /// waits for it.
  public func nextBody(of id: Int32) throws(RequestBodyError) -> BodyEvent {
    guard let stream = self.stream(id) else { throw .truncated }
    guard !stream.isDropping else { throw .notAvailable }
    guard max(stream.announcedBytes ?? 0, stream.receivedBytes) <= limits.bodyBytesMax else {
      throw .tooLarge(limit: limits.bodyBytesMax)
    }
    requestAdmission(stream)
    if stream.isCoded, stream.admission != .granted {
      stream.awaitsArrival = true
      return .needsMoreBytes
    }
    if !stream.received.isEmpty {
      let bytes = takeReceived(of: stream)
      openConnection(for: stream)
      if stream.admission == .granted { openStream(stream) }
      return .bytes(bytes[...])
    }
    if stream.requestEnded { return .end }
    if stream.awaitsContinue, stream.admission != .awaited {
      // RFC 9110 section 10.1.1: no 100 may follow the final response.
      guard stream.response == .none else { throw .notAvailable }
      stream.awaitsContinue = false
      frames.sendInformational(HeaderFields(status: 100), on: id)
    }
    stream.awaitsArrival = true
    return .needsMoreBytes
  }

  /// Returns the admission state of a body, or `notNeeded` if its stream is over.
  public func bodyAdmission(of id: Int32) -> BodyAdmission { stream(id)?.admission ?? .notNeeded }

  /// Ends the admission of a body, after the app has released its data, and admits waiting bodies.
  ///
  /// Call this for each request, even if its stream is over.
  ///
  /// - Returns: whether the body had been admitted.
  @discardableResult
  public func releaseBody(of id: Int32) -> Bool {
    let wasAdmitted = admissions.isAdmitted(id)
    admit(admissions.release(id))
    return wasAdmitted
  }

  /// Discards the part of the body that the app has not read, and what still arrives.
  public func discardBody(of id: Int32) {
    guard let stream = self.stream(id), !stream.isDropping else { return }
    stream.isDropping = true
    _ = takeReceived(of: stream)
    drop(stream)
  }

  func dataArrived(on id: Int32, _ bytes: Span<UInt8>) {
    frameHasData = !bytes.isEmpty
    guard let stream = self.stream(id) else { return frames.openConnection(bytes.count) }
    stream.awaitsContinue = false
    stream.receivedBytes += bytes.count
    stream.unopenedBytes += bytes.count
    stream.unopenedConnectionBytes += bytes.count
    grant(forBodyBytes: bytes.count)
    if stream.isDropping || stream.receivedBytes > limits.bodyBytesMax {
      drop(stream)
    } else {
      stream.received.append(addingCapacity: bytes.count) { output in
        for index in bytes.indices { output.append(bytes[index]) }
      }
      unreadBodyBytes += bytes.count
      // Unread data of a body that waits for admission must not block the admitted one.
      if stream.isCoded, stream.admission == .awaited { openConnection(for: stream) }
    }
    reportArrival(on: stream)
  }

  /// Accepts body data that is discarded, while little of it remains; otherwise the stream's window
  /// stays closed.
  private func drop(_ stream: HTTP2Stream) {
    openConnection(for: stream)
    if stream.isWorthDraining(limits: limits) { openStream(stream) }
  }

  func requestEnds(on id: Int32) {
    guard let stream = self.stream(id) else { return }
    stream.requestEnded = true
    reportArrival(on: stream)
  }

  /// Reopens the connection's window for the unread data of a finished stream, and removes the
  /// stream from the queue. If its body was admitted, the admission lasts until `releaseBody`.
  func bodyEnded(with stream: HTTP2Stream) {
    _ = takeReceived(of: stream)
    openConnection(for: stream)
    admit(admissions.withdraw(stream.id))
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

  // MARK: Admission

  /// Requests admission if the body may exceed its stream's window: its announced length is larger,
  /// or it has no announced length and has filled half of the window, or it has to be decoded.
  private func requestAdmission(_ stream: HTTP2Stream) {
    guard stream.admission == .notNeeded else { return }
    let isLarge =
      stream.announcedBytes.map { $0 > http2.streamWindowBytes }
      ?? (!stream.requestEnded && stream.receivedBytes > http2.streamWindowBytes / 2)
    guard isLarge || stream.isCoded else { return }
    let bytes = stream.isCoded ? nil : stream.announcedBytes
    let isAdmitted = admissions.request(bytes ?? limits.bodyBytesMax, for: stream.id)
    stream.admission = isAdmitted ? .granted : .awaited
    if stream.isCoded, !isAdmitted { openConnection(for: stream) }
  }

  private func admit(_ ids: [Int32]) {
    for id in ids {
      guard let stream = self.stream(id) else { continue }
      stream.admission = .granted
      // Unread data opens the window when the app reads it.
      if stream.received.isEmpty { openStream(stream) }
      reportArrival(on: stream)
    }
  }

  // MARK: Windows

  private func openConnection(for stream: HTTP2Stream) {
    guard stream.unopenedConnectionBytes > 0 else { return }
    frames.openConnection(stream.unopenedConnectionBytes)
    stream.unopenedConnectionBytes = 0
  }

  private func openStream(_ stream: HTTP2Stream) {
    guard stream.unopenedBytes > 0 else { return }
    frames.open(stream.id, stream.unopenedBytes)
    stream.unopenedBytes = 0
  }
}
