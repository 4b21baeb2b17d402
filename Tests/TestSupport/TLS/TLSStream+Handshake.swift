public import Sockets
public import System
public import TLS

extension TLSStream {
  /// Creates the server's side and performs the handshake. If it fails, the caller still owns the
  /// transport.
  public static func accept(
    over transport: any TLSTransport, context: TLSContext, until deadline: Deadline
  ) async throws(StreamError) -> TLSStream {
    try await handshake(over: transport, until: deadline) { () throws(TLSError) in
      try TLSEngine(accepting: context)
    }
  }

  /// Creates the client's side and performs the handshake. If it fails, the caller still owns the
  /// transport.
  public static func connect(
    over transport: any TLSTransport, to host: String, context: TLSContext,
    until deadline: Deadline
  ) async throws(StreamError) -> TLSStream {
    try await handshake(over: transport, until: deadline) { () throws(TLSError) in
      try TLSEngine(connectingTo: host, context: context)
    }
  }

  private static func handshake(
    over transport: any TLSTransport, until deadline: Deadline,
    _ make: () throws(TLSError) -> TLSEngine
  ) async throws(StreamError) -> TLSStream {
    let engine: TLSEngine
    do throws(TLSError) {
      engine = try make()
    } catch {
      throw .protocolFailure(error.description)
    }
    let stream = TLSStream(engine, over: transport)
    try await stream.handshake(until: deadline)
    return stream
  }
}
