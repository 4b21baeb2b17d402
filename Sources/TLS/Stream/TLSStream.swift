public import Sockets

/// A TLS connection over another stream; it belongs to one task, or to two of one loop of which one
/// reads and one writes.
///
/// The engine decides, this class moves the bytes. Everything waits at most until the caller's
/// deadline; nothing is ever read ahead of what the caller asked for by more than one read.
public final class TLSStream: ByteStream {
  /// How many bytes are encrypted and sent at once: four records.
  static let writeBytesMax = 64 << 10
  /// How long a large read buffer is kept while nothing comes.
  static let raisedReadTimeout = Duration.milliseconds(100)
  /// How long an alert may take to leave before the connection is given up.
  static let alertTimeout = Duration.seconds(1)

  private let transport: any TLSTransport
  private let engine: TLSEngine
  private var readSize = ReadSize()
  /// Whether the peer has half a record for now or for ever: nothing else can be said then.
  private var isOutputBroken = false
  /// Whether the writing task sends now, and will send what is added meanwhile.
  private var isSending = false
  /// What reading has made for the peer and the transport did not take at once.
  private var unsent: ArraySlice<UInt8> = []
  private var isClosed = false

  /// What the handshake has agreed on; nil before it.
  public private(set) var facts: TLSSessionFacts?
  /// Why the connection cannot go on, more exactly than a `StreamError` says it.
  public private(set) var failure: TLSError?

  /// A stream whose handshake is still to be made.
  public init(_ engine: TLSEngine, over transport: any TLSTransport) {
    self.engine = engine
    self.transport = transport
  }

  /// The server's side of a connection that has just been accepted.
  public convenience init(accepting transport: any TLSTransport, context: TLSContext)
    throws(TLSError)
  {
    try self.init(TLSEngine(accepting: context), over: transport)
  }

  /// Makes the server's side and its handshake. The transport stays the caller's if it fails.
  public static func accept(
    over transport: any TLSTransport, context: TLSContext, until deadline: Deadline
  ) async throws(StreamError) -> TLSStream {
    let stream: TLSStream
    do throws(TLSError) {
      stream = try TLSStream(accepting: transport, context: context)
    } catch {
      throw .protocolFailure(error.description)
    }
    try await stream.handshake(until: deadline)
    return stream
  }

  /// Makes the client's side and its handshake. The transport stays the caller's if it fails.
  public static func connect(
    over transport: any TLSTransport, to host: String, context: TLSContext,
    resuming session: TLSSession? = nil, until deadline: Deadline
  ) async throws(StreamError) -> TLSStream {
    let engine: TLSEngine
    do throws(TLSError) {
      engine = try TLSEngine(connectingTo: host, context: context, resuming: session)
    } catch {
      throw .protocolFailure(error.description)
    }
    let stream = TLSStream(engine, over: transport)
    try await stream.handshake(until: deadline)
    return stream
  }

  /// Takes bytes of the peer that were read from the transport before this stream was made.
  public func receive(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    var input = engine.takeInput(keepingCapacity: false)
    input.append(contentsOf: bytes)
    engine.returnInput(input)
  }

  /// Makes the handshake; a peer that is not done by the deadline is given up.
  ///
  /// - Parameter admission: waits until what has been read may be worked on, which is what makes a
  ///   handshake expensive.
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

  /// What lets a client resume this session on a later connection, once a ticket has come.
  public var session: TLSSession? { engine.session }

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

  /// One event of the engine; where it needs more bytes, they are read.
  ///
  /// The engine is asked first: what it has decrypted already would wait in vain for the socket.
  private func step(into buffer: inout [UInt8], _ count: Int, _ deadline: Deadline)
    async throws(StreamError) -> TLSEvent
  {
    guard !isClosed else { throw .cancelled }
    let event: TLSEvent
    do throws(TLSError) {
      event = try engine.next(into: &buffer, atMost: count)
    } catch {
      failure = error
      // The alert tells the peer why; if it does not leave, there is nobody to be told.
      try? await flush(until: min(deadline, .after(Self.alertTimeout)))
      throw error == .truncated ? .truncated : .protocolFailure(error.description)
    }
    if facts == nil { try await flush(until: deadline) } else { sendNow() }
    if event == .needsMoreBytes { try await fill(until: deadline) }
    return event
  }

  /// One read of the transport, straight into the engine's own buffer.
  private func fill(until deadline: Deadline) async throws(StreamError) {
    var input = engine.takeInput(keepingCapacity: readSize.isRaised)
    defer { engine.returnInput(input) }
    let received = try await read(into: &input, until: deadline)
    readSize.adapt(to: received)
    if received == 0 { engine.receiveEnd() }
  }

  /// One read; a buffer that has grown during an upload does not wait with it for long.
  private func read(into input: inout [UInt8], until deadline: Deadline)
    async throws(StreamError) -> Int
  {
    if readSize.isRaised {
      let patience = Deadline.after(Self.raisedReadTimeout)
      do throws(StreamError) {
        return try await transport.read(
          into: &input, atMost: readSize.bytes, until: min(deadline, patience))
      } catch {
        guard error == .timedOut, patience.hasPassed, !deadline.hasPassed else { throw error }
        readSize = ReadSize()
        var kept: [UInt8] = []
        kept.reserveCapacity(input.count)
        kept.append(contentsOf: input)
        input = kept
      }
    }
    return try await transport.read(into: &input, atMost: readSize.bytes, until: deadline)
  }

  /// Sends what the engine has made, unless the other task is at it already.
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
      // While this waits, `close` may be called from beside: it must not speak in between.
      isOutputBroken = true
      try await transport.write(output[...], until: deadline)
      isOutputBroken = false
      engine.recycleOutput(output)
    }
  }

  /// Sends what reading has made, as far as it goes at once. The rest goes with the next read or
  /// before what is written next: if the reading task waited for room here, the writing one would
  /// not, and what it encrypts would pile up.
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
    // Half a record is out: what would follow it could not be understood.
    guard !isOutputBroken || isSending else { throw .reset }
    do throws(TLSError) {
      try engine.write(bytes)
    } catch {
      throw .protocolFailure(error.description)
    }
  }

  /// Sends close_notify. The transport stays open both ways, as TLS wants it to be read on.
  public func finishWriting(until deadline: Deadline) async throws(StreamError) {
    guard !isClosed else { throw .cancelled }
    engine.close()
    try await flush(until: deadline)
  }

  /// Lets go of what is only kept for the next message; for a stream that will be idle for long.
  public func releaseSpareMemory() { engine.releaseSpareMemory() }

  /// Gives the connection up without a word, and resets the transport.
  public func reset() {
    isClosed = true
    transport.reset()
  }

  /// Sends close_notify if that can be done at once, and closes the transport.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    engine.close()
    if !isOutputBroken { sendNow() }
    transport.close()
  }
}
