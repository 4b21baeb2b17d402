public import Sockets

/// What a TLS stream runs over: a stream of bytes that takes a last word without waiting.
public protocol TLSTransport: ByteStream {
  /// Hands over what fits at once and drops the rest.
  func writeNow(_ bytes: ArraySlice<UInt8>)
}

extension SocketStream: TLSTransport {}
