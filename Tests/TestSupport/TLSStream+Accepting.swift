public import EventLoop
public import Sockets
public import TLS

extension TLSStream {
  /// Creates the server's side and performs the handshake. If it fails, the caller still owns the
  /// transport.
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
}
