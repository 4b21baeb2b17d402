internal import CCurl
internal import Chatter
private import Glibc

extension CurlEasy {
  /// The name that this client gives itself.
  static let userAgent = "ChatterClient"

  /// Sets all that a request needs.
  func configure(
    for request: TransportRequest, limits: TransferLimits
  ) throws(ClientError) {
    let server = request.server
    set(CURLOPT_URL, request.url)
    set(CURLOPT_PROTOCOLS_STR, server.isLoopback ? "https,http" : "https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    // No signal is made, and none is ignored for the process: the thread blocks SIGPIPE.
    set(CURLOPT_NOSIGNAL, 1)
    // A name server that does not answer would hold the thread at the end of a transfer.
    set(CURLOPT_QUICK_EXIT, 1)
    // A proxy is another machine, to which this one is not `localhost`.
    if server.isLoopback { set(CURLOPT_PROXY, "") }
    // What the header callback hears is of the server.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Until the server is heard (`didHear`).
    set(CURLOPT_FORBID_REUSE, 1)
    if request.isSentOnce {
      // libcurl sends again by itself what goes unanswered on a connection that was used before, or
      // that others use with it (HTTP/2).
      set(CURLOPT_FRESH_CONNECT, 1)
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    } else {
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      // Wait for a connection that may be shared, rather than open another.
      set(CURLOPT_PIPEWAIT, 1)
    }
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_USERAGENT, Self.userAgent)
    set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    var fields = ["Accept: application/json"]
    if !request.call.isGet {
      setBody(request.body ?? [])
      fields.append("Content-Type: application/json")
    }
    if let key = request.key { fields.append("Idempotency-Key: \(key.fieldValue)") }
    if let tag = request.entityTag { fields.append("If-None-Match: \(tag)") }
    setFields(fields)
    set(limits)
    try set(server.trust)
  }

  /// Leaves the connection to others after this transfer, since the server was heard on it.
  ///
  /// A connection that went silent, as after a change of networks, would else be taken again for
  /// each further call: libcurl closes none of HTTP/2 for a stream that was given up.
  func didHear() {
    set(CURLOPT_FORBID_REUSE, 0)
  }

  /// How long what was sent may go unacknowledged: a little less than silence may last, so that the
  /// system ends the connection, for all who use it, before a single transfer gives up.
  static func acknowledgementTime(for limits: TransferLimits) -> Duration {
    max(limits.silence - .seconds(1), limits.silence / 2)
  }

  private func set(_ limits: TransferLimits) {
    let time = Self.acknowledgementTime(for: limits) / .milliseconds(1)
    unsafe setSocketOptions(
      { context, socket, _ in
        var milliseconds = UInt32(truncatingIfNeeded: UInt(bitPattern: context))
        // Where the system has no such option (before Linux 2.6.37) all else works without.
        _ = unsafe setsockopt(
          socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds,
          socklen_t(MemoryLayout<UInt32>.size))
        return Int32(CURL_SOCKOPT_OK)
      }, UnsafeMutableRawPointer(bitPattern: UInt(min(max(time, 1), Double(Int32.max)))))
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds: limits.connectTime)
    set(CURLOPT_TIMEOUT_MS, milliseconds: limits.wholeTime)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    let seconds = limits.silence.components.seconds
    set(CURLOPT_LOW_SPEED_TIME, Int(min(max(seconds, 1), Int64(Int32.max))))
    set(CURLOPT_MAXFILESIZE_LARGE, bytes: max(limits.answerBytesMax, 1))
  }

  private func set(_ trust: Trust) throws(ClientError) {
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    switch trust {
    case .system: break
    case .file(let path):
      set(CURLOPT_CAINFO, path)
      // The folder of the system's authorities would be trusted besides.
      set(CURLOPT_CAPATH, nil)
    case .pinnedKey(let text):
      guard let pin = Trust.base64(ofPin: text) else {
        throw .tls(.other("the pinned key is no SHA-256 in base64 or hexadecimal digits"))
      }
      set(CURLOPT_PINNEDPUBLICKEY, "sha256//\(pin)")
      // The key says who it is (Trust.pinnedKey): no authority and no name need to.
      set(CURLOPT_SSL_VERIFYPEER, 0)
      set(CURLOPT_SSL_VERIFYHOST, 0)
      return
    }
    set(CURLOPT_SSL_VERIFYPEER, 1)
    // 2: the name must be the certificate's (CURLOPT_SSL_VERIFYHOST(3)).
    set(CURLOPT_SSL_VERIFYHOST, 2)
  }
}
