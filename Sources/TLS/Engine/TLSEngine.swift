internal import Crypto

/// The server's side of a TLS connection, without a socket: bytes in, events and bytes out.
///
/// Pass received bytes to `receive`, call `next` until it needs more, and send `takeOutput` after
/// every call that may have produced output. This includes a call that throws, because its output
/// is the alert with the reason for the peer. An engine belongs to one task. OpenSSL's own limits
/// apply (32 empty records, 5 warning alerts, 131 kB for a ClientHello). It has no limit for
/// KeyUpdate, so the engine counts all bytes without application data.
public final class TLSEngine {
  /// Maximum number of bytes of a handshake; long certificate chains fit.
  static let handshakeBytesMax = 64 << 10
  /// Maximum number of bytes without application data in a row; more than the largest record.
  static let bytesWithoutDataMax = 32 << 10
  /// Maximum number of bytes that a record adds to its data (RFC 5246 section 6.2.3, rounded up).
  private static let recordOverheadBytes = 64
  /// Maximum number of bytes of data in a record.
  static let recordBytesMax = 16 << 10

  private enum Phase: Equatable {
    case handshaking
    case open
    case peerClosed
    case failed(TLSError)
  }

  let ssl: SSLHandle
  /// The stream uses the buffers directly, which avoids a copy.
  let buffers: RecordBuffers
  private var phase = Phase.handshaking
  private var hasSentClose = false

  /// Creates the engine of a connection that has just been accepted.
  public init(accepting context: TLSContext) throws(TLSError) {
    buffers = RecordBuffers(readQuota: Self.handshakeBytesMax)
    do throws(OpenSSLFailure) {
      ssl = try SSLHandle(context: context, buffers: buffers)
    } catch {
      throw .library(reason: error.reason)
    }
  }

  /// Accepts bytes that came from the peer.
  public func receive(_ bytes: some Collection<UInt8>) { buffers.append(bytes) }

  /// Records that no more bytes will come.
  ///
  /// Without an earlier close_notify, `next` then throws `.truncated`: an attacker may have cut the
  /// connection to truncate the data (RFC 8446 section 6.1).
  public func receiveEnd() { buffers.hasInputEnded = true }

  /// Returns the next event in the received bytes, and appends application data to `buffer`.
  ///
  /// `count` is at least 1. After an error every call throws it again.
  public func next(into buffer: inout [UInt8], atMost count: Int) throws(TLSError) -> TLSEvent {
    precondition(count > 0)
    switch phase {
    case .failed(let error): throw error
    case .peerClosed: return .closed
    case .handshaking: return try nextOfHandshake()
    case .open: return try nextOfApplicationData(into: &buffer, atMost: count)
    }
  }

  private func nextOfHandshake() throws(TLSError) -> TLSEvent {
    switch ssl.handshake() {
    case .done:
      phase = .open
      buffers.readQuota = Self.bytesWithoutDataMax
      return .handshakeFinished(ssl.facts)
    case .needsMoreBytes: return try needsMoreBytes()
    case .closed: throw fail(.truncated)
    case .failed(let failure): throw fail(failure)
    }
  }

  /// Reads record after record until the buffer is full, so that one call serves many records. An
  /// end that follows data is returned by the next call.
  private func nextOfApplicationData(into buffer: inout [UInt8], atMost count: Int)
    throws(TLSError) -> TLSEvent
  {
    let start = buffer.count
    while buffer.count - start < count {
      switch ssl.read(into: &buffer, atMost: count - (buffer.count - start)) {
      case .done:
        buffers.readQuota = Self.bytesWithoutDataMax
        // Nothing is left to read: another call would only say so.
        if !buffers.hasInput, buffer.count - start < count { return .bytes(buffer.count - start) }
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
    if buffers.readQuota == 0 && buffers.hasInput { throw fail(.tooManyBytesWithoutData) }
    return .needsMoreBytes
  }

  private func fail(_ failure: OpenSSLFailure) -> TLSError {
    // An end in the middle of a message may leave OpenSSL's queue empty.
    if failure.isEmpty && buffers.hasInputEnded { return fail(.truncated) }
    return fail(TLSError(failure))
  }

  private func fail(_ error: TLSError) -> TLSError {
    phase = .failed(error)
    return error
  }

  /// Encrypts bytes. The output grows by slightly more than their number, so write in chunks.
  ///
  /// Writing is still possible after the peer's close_notify, as TLS 1.3 allows.
  public func write(_ bytes: ArraySlice<UInt8>) throws(TLSError) {
    if case .failed(let error) = phase { throw error }
    guard phase != .handshaking, !hasSentClose else { throw TLSError.notWritable }
    guard !bytes.isEmpty else { return }
    let records = 1 + (bytes.count - 1) / Self.recordBytesMax
    buffers.reserveOutput(bytes.count + records * Self.recordOverheadBytes)
    var rest = bytes
    while !rest.isEmpty {
      switch ssl.write(rest) {
      case .done(let count): rest = rest.dropFirst(count)
      case .failed(let failure): throw fail(failure)
      case .needsMoreBytes, .closed:
        // Only a renegotiation could make a write wait for input, and renegotiation is disabled.
        throw fail(.library(reason: "a write was not accepted"))
      }
    }
  }

  /// Queues close_notify. Data that the peer still sends can be read. A second call has no effect.
  public func close() {
    guard !hasSentClose, phase == .open || phase == .peerClosed else { return }
    hasSentClose = true
    ssl.shutDown()
  }

  /// Removes and returns the bytes to send to the peer, in order.
  public func takeOutput() -> [UInt8] { buffers.takeOutput() }

  /// Whether `takeOutput` would return any bytes.
  public var hasOutput: Bool { buffers.hasOutput }
}

/// The event that `TLSEngine.next` found in the bytes received so far.
public enum TLSEvent: Sendable, Equatable {
  /// The handshake is finished. This event occurs once, before all others.
  case handshakeFinished(TLSSessionFacts)
  /// A number of bytes, at least one, were appended to the caller's buffer.
  case bytes(Int)
  /// The peer's close_notify was received: it will send nothing more.
  case closed
  case needsMoreBytes
}

/// The result of a handshake.
public struct TLSSessionFacts: Sendable, Equatable {
  /// OpenSSL's name of the version, such as `TLSv1.3`.
  public let version: String
  /// The protocol that ALPN selected; nil if the client offered none.
  public let applicationProtocol: String?
  /// Whether the session was resumed with a ticket, which saves the certificate's signature.
  public let isResumed: Bool
}
