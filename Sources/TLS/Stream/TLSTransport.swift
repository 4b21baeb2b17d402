public import Sockets

/// What a TLS stream runs over: a stream of bytes that takes a last word without waiting.
public protocol TLSTransport: ByteStream {
  /// Hands over what fits at once, and says how many bytes that were.
  @discardableResult
  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int
}

extension SocketStream: TLSTransport {}
