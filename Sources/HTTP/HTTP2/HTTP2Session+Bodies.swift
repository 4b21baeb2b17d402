/// The content of requests, and how much of it is held.
///
/// What a peer sends on a stream is bounded by the stream's window, which is small and opens again
/// only for a body that has its turn (`BodyBudget`); so much smaller ones need none, and are never
/// kept waiting by large ones. The connection's window bounds only what no app has taken yet.
extension HTTP2Session {
  /// What the body of a request, which the app reads, is to do.
  public enum BodyEvent: Sendable {
    /// Write what there is, and wait for `bodyArrived`.
    case needsMoreBytes
    /// Content, never empty.
    case piece(ArraySlice<UInt8>)
    case end(trailers: HeaderFields)
  }

  /// Whether a body may be sent whole.
  public enum BodyTurn: Sendable {
    /// It fits into its stream's window as far as is known.
    case notNeeded
    /// Bodies before it are held; no more of it comes than its window.
    case awaited
    case taken
  }

  /// The next piece of the content; the first call sends `100 Continue` where it is waited for.
  public func nextBody(of id: Int32) throws(RequestBodyError) -> BodyEvent {
    guard let stream = streams[id] else { throw .truncated }
    guard !stream.isDropping else { throw .notAvailable }
    guard max(stream.announcedBytes ?? 0, stream.receivedBytes) <= limits.bodyBytesMax else {
      throw .tooLarge(limit: limits.bodyBytesMax)
    }
    askForTurn(stream)
    if stream.isCoded, stream.turn != .taken {
      stream.awaitsArrival = true
      return .needsMoreBytes
    }
    if !stream.received.isEmpty {
      let piece = takeReceived(of: stream)
      openWindows(for: stream)
      return .piece(piece[...])
    }
    if stream.requestEnded { return .end(trailers: stream.trailers) }
    if stream.awaitsContinue, stream.turn != .awaited {
      // RFC 9110 section 10.1.1: after the final response there is no 100 any more.
      guard stream.response == .none else { throw .notAvailable }
      stream.awaitsContinue = false
      frames.inform(ResponseHeadBlock.status(100), on: id)
    }
    stream.awaitsArrival = true
    return .needsMoreBytes
  }

  /// Says whether a body waits for others before it.
  public func bodyTurn(of id: Int32) -> BodyTurn { streams[id]?.turn ?? .notNeeded }

  /// Lets the bodies behind this one have their turn: the app has let go of its content.
  ///
  /// It is to be called for each request, also when its stream is over.
  ///
  /// - Returns: whether it had its turn.
  @discardableResult
  public func releaseBody(of id: Int32) -> Bool {
    let hadTurn = budget.hasTurn(id)
    giveTurns(to: budget.release(id))
    return hadTurn
  }

  /// Drops what the app leaves unread of the content, and what still comes of it.
  public func discardBody(of id: Int32) {
    guard let stream = streams[id], !stream.isDropping else { return }
    stream.isDropping = true
    _ = takeReceived(of: stream)
    drop(stream)
  }

  func contentArrived(on id: Int32, _ bytes: Span<UInt8>) {
    frameHasContent = !bytes.isEmpty
    guard let stream = streams[id] else { return frames.openConnection(bytes.count) }
    stream.awaitsContinue = false
    stream.receivedBytes += bytes.count
    stream.unopenedBytes += bytes.count
    stream.unopenedConnectionBytes += bytes.count
    grant(forContent: bytes.count)
    if stream.isDropping || stream.receivedBytes > limits.bodyBytesMax {
      drop(stream)
    } else {
      stream.received.append(addingCapacity: bytes.count) { output in
        for index in bytes.indices { output.append(bytes[index]) }
      }
      unreadBodyBytes += bytes.count
      // What nobody takes before its turn must not keep the one away whose turn it is.
      if stream.isCoded, stream.turn == .awaited { openConnection(for: stream) }
    }
    tellArrival(on: stream)
  }

  /// Takes in content that nobody reads, while it is little; then the stream's window stays shut.
  private func drop(_ stream: HTTP2Stream) {
    openConnection(for: stream)
    if stream.isWorthDraining(limits: limits) { openStream(stream) }
  }

  func requestEnds(on id: Int32) {
    guard let stream = streams[id] else { return }
    stream.requestEnded = true
    tellArrival(on: stream)
  }

  /// Gives back what a stream that is over held of the connection's window, and its place in the
  /// queue; a turn that it had taken is the app's until `releaseBody`.
  func bodyEnded(with stream: HTTP2Stream) {
    _ = takeReceived(of: stream)
    openConnection(for: stream)
    giveTurns(to: budget.withdraw(stream.id))
  }

  private func takeReceived(of stream: HTTP2Stream) -> [UInt8] {
    defer { stream.received = [] }
    unreadBodyBytes -= stream.received.count
    return stream.received
  }

  private func tellArrival(on stream: HTTP2Stream) {
    guard stream.awaitsArrival else { return }
    stream.awaitsArrival = false
    tell(.bodyArrived(stream: stream.id))
  }

  // MARK: Turns

  /// Asks for a turn where the body may come to hold more than its stream's window: it is longer,
  /// or is so already at the half of the window, or may be so once it is decoded.
  private func askForTurn(_ stream: HTTP2Stream) {
    guard stream.turn == .notNeeded else { return }
    let isLarge =
      stream.announcedBytes.map { $0 > http2.streamWindowBytes }
      ?? (!stream.requestEnded && stream.receivedBytes > http2.streamWindowBytes / 2)
    guard isLarge || stream.isCoded else { return }
    let bytes = stream.isCoded ? nil : stream.announcedBytes
    let hasTurn = budget.ask(bytes ?? limits.bodyBytesMax, for: stream.id)
    stream.turn = hasTurn ? .taken : .awaited
    if stream.isCoded, !hasTurn { openConnection(for: stream) }
  }

  private func giveTurns(to ids: [Int32]) {
    for id in ids {
      guard let stream = streams[id] else { continue }
      stream.turn = .taken
      // What the app has not taken yet opens the window when it does.
      if stream.received.isEmpty { openStream(stream) }
      tellArrival(on: stream)
    }
  }

  // MARK: Windows

  private func openWindows(for stream: HTTP2Stream) {
    openConnection(for: stream)
    if stream.turn == .taken { openStream(stream) }
  }

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
