public import Sockets

/// The stream of bytes under a TLS stream, which can also send without waiting.
public protocol TLSTransport: ByteStream {
  /// Sends the bytes that fit without waiting, and returns their number.
  @discardableResult
  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int
}

extension SocketStream: TLSTransport {}
