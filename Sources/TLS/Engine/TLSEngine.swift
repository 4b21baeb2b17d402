/// One side of one TLS connection: bytes in, events and bytes out; it owns no socket.
///
/// `receive` what came, call `next` until it needs more, and send `takeOutput` after every call
/// that may have made some, an error included (the alert tells the peer why). It belongs to one
/// task. OpenSSL's own limits are kept (32 empty records, 5 warning alerts, 131 kB a ClientHello);
/// it has none for KeyUpdate, so bytes without content are counted here for all kinds.
public final class TLSEngine {
  /// How many bytes a handshake may take: long certificate chains fit.
  static let handshakeBytesMax = 64 << 10
  /// How many bytes may come between two pieces of content; more than the largest record.
  static let bytesWithoutContentMax = 32 << 10
  /// What a record adds to its content, at most (RFC 5246 section 6.2.3, rounded up).
  private static let recordOverheadBytes = 64
  /// The largest content of a record.
  private static let recordBytesMax = 16 << 10

  private enum Phase: Equatable {
    case handshaking
    case open
    case peerClosed
    case failed(TLSError)
  }

  let ssl: SSLHandle
  private let buffers: RecordBuffers
  private var phase = Phase.handshaking
  private var sentClose = false

  /// The server's side.
  public convenience init(accepting context: TLSContext) throws(TLSError) {
    precondition(context.role == .server, "a server's engine needs a server's context")
    try self.init(context)
  }

  /// The client's side, which verifies that the server is `host` (a name or an IP address), and
  /// resumes a session if the server still knows it.
  public convenience init(
    connectingTo host: String, context: TLSContext, resuming session: TLSSession? = nil
  ) throws(TLSError) {
    precondition(context.role == .client, "a client's engine needs a client's context")
    try self.init(context)
    do throws(OpenSSLFailure) {
      try ssl.setHost(host)
      if let session { try ssl.resume(session) }
    } catch {
      throw .library(reason: error.reason)
    }
  }

  private init(_ context: TLSContext) throws(TLSError) {
    buffers = RecordBuffers(allowance: Self.handshakeBytesMax)
    do throws(OpenSSLFailure) {
      ssl = try SSLHandle(context: context.handle, role: context.role, buffers: buffers)
    } catch {
      throw .library(reason: error.reason)
    }
  }

  /// Takes bytes that came from the peer.
  public func receive(_ bytes: some Collection<UInt8>) { buffers.append(bytes) }

  /// Takes that no more bytes will come. Without a close_notify before, `next` then throws
  /// `.truncated`: somebody may have cut the connection to cut the message (RFC 8446 section 6.1).
  public func receiveEnd() { buffers.endInput() }

  /// Finds what comes next in the bytes received, appending content to `buffer`.
  ///
  /// `count` is at least 1. After an error every call throws it again.
  public func next(into buffer: inout [UInt8], atMost count: Int) throws(TLSError) -> TLSEvent {
    precondition(count > 0)
    switch phase {
    case .failed(let error): throw error
    case .peerClosed: return .closed
    case .handshaking: return try nextOfHandshake()
    case .open: return try nextOfContent(into: &buffer, atMost: count)
    }
  }

  private func nextOfHandshake() throws(TLSError) -> TLSEvent {
    switch ssl.handshake() {
    case .done:
      phase = .open
      buffers.renewAllowance(Self.bytesWithoutContentMax)
      return .handshakeFinished(ssl.facts)
    case .needsMoreBytes: return try needsMoreBytes()
    case .closed: throw fail(.truncated)
    case .failed(let failure): throw fail(failure)
    }
  }

  /// Goes on from record to record until the buffer is full, so that one turn of the caller
  /// serves many records. An end that comes after content is told by the next call.
  private func nextOfContent(into buffer: inout [UInt8], atMost count: Int)
    throws(TLSError) -> TLSEvent
  {
    let start = buffer.count
    while buffer.count - start < count {
      switch ssl.read(into: &buffer, atMost: count - (buffer.count - start)) {
      case .done: buffers.renewAllowance(Self.bytesWithoutContentMax)
      case .needsMoreBytes:
        if buffer.count > start { return .bytes(buffer.count - start) }
        return try needsMoreBytes()
      case .closed:
        phase = .peerClosed
        return buffer.count > start ? .bytes(buffer.count - start) : .closed
      case .failed(let failure):
        let error = fail(failure)
        if buffer.count == start { throw error }
        return .bytes(buffer.count - start)
      }
    }
    return .bytes(count)
  }

  private func needsMoreBytes() throws(TLSError) -> TLSEvent {
    if buffers.allowance == 0 && buffers.hasInput { throw fail(.tooManyBytesWithoutContent) }
    return .needsMoreBytes
  }

  private func fail(_ failure: OpenSSLFailure) -> TLSError {
    // An end in the midst of a message may leave OpenSSL's queue empty.
    if failure.isEmpty && buffers.inputEnded { return fail(.truncated) }
    return fail(TLSError(failure, rejection: ssl.verificationFailure))
  }

  private func fail(_ error: TLSError) -> TLSError {
    phase = .failed(error)
    return error
  }

  /// Encrypts bytes; the output grows by as many and a little more, so write in pieces.
  ///
  /// It goes on working after the peer's close_notify, as TLS 1.3 allows.
  public func write(_ bytes: ArraySlice<UInt8>) throws(TLSError) {
    if case .failed(let error) = phase { throw error }
    guard phase != .handshaking, !sentClose else { throw TLSError.notWritable }
    guard !bytes.isEmpty else { return }
    let records = 1 + (bytes.count - 1) / Self.recordBytesMax
    buffers.reserveOutput(bytes.count + records * Self.recordOverheadBytes)
    var rest = bytes
    while !rest.isEmpty {
      switch ssl.write(rest) {
      case .done(let count): rest = rest.dropFirst(count)
      case .failed(let failure): throw fail(failure)
      case .needsMoreBytes, .closed:
        // Only a renegotiation could make a write wait for input, and there is none.
        throw fail(.library(reason: "a write was not taken"))
      }
    }
  }

  /// Queues close_notify; what the peer still sends can be read on. A second call does nothing.
  public func close() {
    guard !sentClose, phase == .open || phase == .peerClosed else { return }
    sentClose = true
    ssl.shutDown()
  }

  /// The bytes to send to the peer, in the order in which they were made.
  public func takeOutput() -> [UInt8] { buffers.takeOutput() }

  /// Whether `takeOutput` has something to give.
  public var hasOutput: Bool { buffers.hasOutput }

  /// The client's session for a later connection: in TLS 1.3 the ticket comes after the
  /// handshake, with the first bytes read. Nil on a connection that has failed.
  public var session: TLSSession? {
    if case .failed = phase { return nil }
    return ssl.session
  }
}

/// The buffers' way around a copy, for the stream.
extension TLSEngine {
  func takeInput(keepingCapacity: Bool) -> [UInt8] {
    buffers.takeInput(keepingCapacity: keepingCapacity)
  }

  func returnInput(_ bytes: consuming [UInt8]) { buffers.returnInput(bytes) }

  func releaseSpareMemory() { buffers.releaseSpareMemory() }

  func recycleOutput(_ bytes: consuming [UInt8]) { buffers.recycleOutput(bytes) }
}
