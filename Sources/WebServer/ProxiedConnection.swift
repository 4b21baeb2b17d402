internal import EventLoop
internal import HTTP
internal import Sockets

/// The beginning of a connection from a proxy: the header that it sends before its client's bytes.
struct ProxiedConnection {
  /// The client, or the proxy itself if the header names no client.
  let client: SocketAddress
  /// Bytes of the client that were read with the header.
  let received: ArraySlice<UInt8>

  /// Reads the header of a connection from a proxy.
  ///
  /// - Returns: nil when the proxy sends no byte, as health checks do, or when this server closes
  ///   the connection.
  static func begin(
    _ stream: SocketStream, until deadline: Deadline
  ) async throws(ProxyHeaderError) -> ProxiedConnection? {
    var bytes: [UInt8] = []
    while bytes.count < ProxyHeader.bytesMax {
      do throws(StreamError) {
        let count = try await stream.read(
          into: &bytes, atMost: ProxyHeader.bytesMax - bytes.count, until: deadline)
        if count == 0 { break }
      } catch {
        if error == .cancelled { return nil }
        break
      }
      guard let header = try ProxyHeader.parse(bytes) else { continue }
      return ProxiedConnection(
        client: header.client ?? stream.peer, received: bytes[header.byteCount...])
    }
    guard bytes.isEmpty else { throw .malformed }
    return nil
  }
}
