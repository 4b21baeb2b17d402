public import Sockets
public import System

/// A TLS connection over another stream. It belongs to one task, or to one reading and one writing
/// task on the same loop.
///
/// The engine implements the protocol, and this class moves the bytes. Every operation waits at
/// most until the caller's deadline. At most one read of the transport goes beyond what the caller
/// has requested.
public final class TLSStream: ByteStream {
  /// Maximum number of bytes that are encrypted and sent at once: four records.
  static let writeBytesMax = 64 << 10
  /// How long a large read buffer is kept while no bytes arrive.
  static let raisedReadTimeout = Duration.milliseconds(100)
  /// How long sending an alert may take before the connection is dropped.
  static let alertTimeout = Duration.seconds(1)

  private let transport: any TLSTransport
  private let engine: TLSEngine
  private var readSize = ReadSize()
  /// Whether the peer has received only part of a record, for now or permanently. Nothing else can
  /// be sent then.
  private var isOutputBroken = false
  /// Whether a task is sending now. It also sends the output that is added in the meantime.
  private var isSending = false
  /// Output that reading has produced and that the transport did not accept at once.
  private var unsent: ArraySlice<UInt8> = []
  private var isClosed = false

  /// The result of the handshake; nil before it has finished.
  public private(set) var facts: TLSSessionFacts?
  /// Why the connection cannot continue, in more detail than a `StreamError`.
  public private(set) var failure: TLSError?

  /// Creates a stream whose handshake has not been performed yet.
  public init(_ engine: TLSEngine, over transport: any TLSTransport) {
    self.engine = engine
    self.transport = transport
    engine.buffers.transport = transport
  }

  /// Creates the server's side of a connection that has just been accepted.
  public convenience init(accepting transport: any TLSTransport, context: TLSContext)
    throws(TLSError)
  {
    try self.init(TLSEngine(accepting: context), over: transport)
  }

  /// Accepts bytes of the peer that were read from the transport before this stream was created.
  public func receive(_ bytes: ArraySlice<UInt8>) { engine.receive(bytes) }

  /// Performs the handshake. Throws if the peer has not completed it by the deadline.
  ///
  /// `admission` waits until the bytes that were read may be processed, which is the expensive part
  /// of a handshake.
  public func handshake(
    until deadline: Deadline, admission: () async -> Void = {}
  ) async throws(StreamError) {
    var nothing: [UInt8] = []
    while facts == nil {
      switch try await step(into: &nothing, 1, deadline) {
      case .handshakeFinished(let agreed): facts = agreed
      case .needsMoreBytes: await admission()
      default: continue
      }
    }
  }

  public func read(into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline)
    async throws(StreamError) -> Int
  {
    while true {
      switch try await step(into: &buffer, count, deadline) {
      case .bytes(let received): return received
      case .closed: return 0
      case .handshakeFinished(let agreed): facts = agreed
      case .needsMoreBytes: continue
      }
    }
  }

  /// Returns one event of the engine, and reads more bytes if the engine needs them.
  ///
  /// The engine comes first: bytes that it has already decrypted must not wait for the socket.
  private func step(into buffer: inout [UInt8], _ count: Int, _ deadline: Deadline)
    async throws(StreamError) -> TLSEvent
  {
    guard !isClosed else { throw .cancelled }
    let event: TLSEvent
    do throws(TLSError) {
      event = try engine.next(into: &buffer, atMost: count)
    } catch {
      failure = error
      // The alert contains the reason for the peer. If it cannot be sent, the error is still
      // thrown.
      try? await flush(until: min(deadline, .after(Self.alertTimeout)))
      throw error == .truncated ? .truncated : .protocolFailure(error.description)
    }
    if facts == nil { try await flush(until: deadline) } else { sendNow() }
    if event == .needsMoreBytes { try await fill(until: deadline) }
    return event
  }

  /// Reads once from the transport, directly into the engine's own buffer.
  private func fill(until deadline: Deadline) async throws(StreamError) {
    var input = engine.buffers.takeInput(keepingCapacity: readSize.isRaised)
    defer { engine.buffers.returnInput(input) }
    let received = try await read(into: &input, until: deadline)
    readSize.adapt(to: received)
    if received == 0 { engine.receiveEnd() }
  }

  /// Reads once. A buffer that has grown during an upload is released if no bytes arrive soon.
  private func read(into input: inout [UInt8], until deadline: Deadline)
    async throws(StreamError) -> Int
  {
    if readSize.isRaised {
      let raisedDeadline = Deadline.after(Self.raisedReadTimeout)
      do throws(StreamError) {
        return try await transport.read(
          into: &input, atMost: readSize.bytes, until: min(deadline, raisedDeadline))
      } catch {
        guard error == .timedOut, raisedDeadline.hasPassed, !deadline.hasPassed else { throw error }
        readSize = ReadSize()
        var compacted: [UInt8] = []
        compacted.reserveCapacity(input.count)
        compacted.append(contentsOf: input)
        input = compacted
      }
    }
    return try await transport.read(into: &input, atMost: readSize.bytes, until: deadline)
  }

  /// Sends the engine's output, unless the other task is already sending.
  private func flush(until deadline: Deadline) async throws(StreamError) {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    if !unsent.isEmpty, !isOutputBroken {
      isOutputBroken = true
      try await transport.write(unsent, until: deadline)
      isOutputBroken = false
      unsent = []
    }
    while engine.hasOutput {
      let output = engine.takeOutput()
      guard !isOutputBroken else { return }
      // While this waits, the other task may call `close`, which must not send anything in between.
      isOutputBroken = true
      try await transport.write(output[...], until: deadline)
      isOutputBroken = false
      engine.buffers.recycleOutput(output)
    }
  }

  /// Sends the output of reading, as far as the transport accepts it at once.
  ///
  /// The rest is sent with the next read or before the next write. If the reading task waited here
  /// for the transport, the writing task would not wait, and its encrypted output would accumulate.
  private func sendNow() {
    guard !isSending, !isOutputBroken else { return }
    while !unsent.isEmpty || engine.hasOutput {
      if unsent.isEmpty { unsent = engine.takeOutput()[...] }
      unsent = unsent.dropFirst(transport.writeNow(unsent))
      if !unsent.isEmpty { return }
    }
  }

  public func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline)
    async throws(StreamError)
  {
    var rest = bytes
    while !rest.isEmpty {
      try encrypt(rest.prefix(Self.writeBytesMax))
      rest = rest.dropFirst(Self.writeBytesMax)
      try await flush(until: deadline)
    }
  }

  private func encrypt(_ bytes: ArraySlice<UInt8>) throws(StreamError) {
    guard !isClosed else { throw .cancelled }
    // Part of a record has been sent, so the peer could not understand anything after it.
    guard !isOutputBroken || isSending else { throw .reset }
    // A single record goes to the socket from OpenSSL's own buffer, unless others must be sent
    // before it. Several are sent in one call.
    let isSingle = bytes.count <= TLSEngine.recordBytesMax
    engine.buffers.isDirect = isSingle && !isSending && unsent.isEmpty
    defer { engine.buffers.isDirect = false }
    do throws(TLSError) {
      try engine.write(bytes)
    } catch {
      throw .protocolFailure(error.description)
    }
  }

  /// Sends close_notify. The transport stays open in both directions, since TLS allows the peer to
  /// send more.
  public func finishWriting(until deadline: Deadline) async throws(StreamError) {
    guard !isClosed else { throw .cancelled }
    engine.close()
    try await flush(until: deadline)
  }

  /// Frees memory that is kept only for the next message, for a stream that will be idle for long.
  public func releaseSpareMemory() { engine.buffers.releaseSpareMemory() }

  /// Drops the connection without a close_notify, and resets the transport.
  public func reset() {
    isClosed = true
    transport.reset()
  }

  /// Sends close_notify if that is possible without waiting, and closes the transport.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    engine.close()
    if !isOutputBroken { sendNow() }
    transport.close()
  }
}

/// The stream of bytes under a TLS stream, which can also send without waiting.
public protocol TLSTransport: ByteStream {
  /// Sends the bytes that fit without waiting, and returns their number.
  @discardableResult
  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int

  /// Sends the bytes that fit without waiting, and returns their number: none if other tasks must
  /// run first, for which `write` waits.
  func writeInTurn(_ bytes: RawSpan) -> Int
}

extension SocketStream: TLSTransport {}

/// The number of bytes to read from the transport at once: small while little data arrives, and up
/// to 256 KiB during an upload, where it halves the system's share of the work.
struct ReadSize: Equatable {
  /// The size of a full record with its overhead.
  static let min = 16_640
  static let max = 256 << 10

  private(set) var bytes = ReadSize.min

  /// Adapts to a read that returned `received` bytes.
  mutating func adapt(to received: Int) {
    bytes = received >= bytes ? Swift.min(bytes * 2, Self.max) : Swift.max(bytes / 2, Self.min)
  }

  /// Whether bytes arrive fast enough to keep the memory for them.
  var isRaised: Bool { bytes > Self.min }
}
