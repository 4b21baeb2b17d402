internal import Chatter
internal import Curl

/// A transport over libcurl.
///
/// It uses HTTP/2 if the server supports it, one persistent connection, compressed responses, and
/// proxies from the usual variables (`https_proxy`, `no_proxy`). It has its own thread from the
/// first call until it is released; share one transport among all clients of the same servers.
public final class CurlTransport: Transport {
  /// The limits of each transfer.
  public let limits: TransferLimits

  private let client = CurlClient()

  /// Creates a transport without a thread or a connection; the first call starts them.
  public init(limits: TransferLimits = TransferLimits()) {
    self.limits = limits
  }

  public func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> TransportResponse {
    var curlProgress: CurlProgress?
    if let progress {
      curlProgress = { sent, toSend, received, toReceive in
        progress(
          TransferProgress(
            sentByteCount: sent, bytesToSend: toSend, receivedByteCount: received,
            bytesToReceive: toReceive))
      }
    }
    return try await perform(request, progress: curlProgress)
  }

  public func stream(
    _ request: TransportRequest, receive: @escaping BodyReceiver
  ) async throws(ClientError) -> TransportResponse {
    try await perform(
      request, receive: { head, chunk in receive(TransportResponse(head), chunk) })
  }

  private func perform(
    _ request: TransportRequest, progress: CurlProgress? = nil, receive: CurlReceiver? = nil
  ) async throws(ClientError) -> TransportResponse {
    let curlRequest = try CurlRequest(request, limits: limits)
    do throws(CurlError) {
      return TransportResponse(
        try await client.send(curlRequest, progress: progress, receive: receive))
    } catch {
      throw ClientError(error, of: request, limits: limits)
    }
  }
}

/// Limits on the duration of a transfer and the size of its response.
public struct TransferLimits: Sendable, Equatable {
  /// Timeout for establishing a connection, including TLS.
  public var connectTimeout: Duration
  /// Timeout without any byte sent or received, in whole seconds.
  public var idleTimeout: Duration
  /// Timeout for the whole transfer: a long clip over a slow line takes minutes.
  public var totalTimeout: Duration
  /// Maximum size of a decoded response body in bytes: a list holds every clip of the timeline.
  public var responseBytesMax: Int

  /// Creates limits; the defaults allow a phone's clip over a slow line, and 256 MiB for a list.
  public init(
    connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(15),
    totalTimeout: Duration = .seconds(300), responseBytesMax: Int = 256 << 20
  ) {
    self.connectTimeout = connectTimeout
    self.idleTimeout = idleTimeout
    self.totalTimeout = totalTimeout
    self.responseBytesMax = responseBytesMax
  }
}
