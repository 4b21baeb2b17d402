internal import CCurl
private import Glibc

extension CurlEasy {
  func configure(for request: CurlRequest) {
    set(CURLOPT_URL, request.url)
    set(CURLOPT_PROTOCOLS_STR, request.allowsPlainText ? "https,http" : "https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    // libcurl neither raises signals nor ignores any for the process: the thread blocks SIGPIPE.
    set(CURLOPT_NOSIGNAL, 1)
    // A name server that does not respond would block the thread at the end of a transfer.
    set(CURLOPT_QUICK_EXIT, 1)
    if !request.usesProxies { set(CURLOPT_PROXY, "") }
    // The header callback must receive only the fields of the server, not those of a proxy.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Until the server responds on the connection. Otherwise one that became silent would be used
    // again for each further call: libcurl does not close an HTTP/2 connection when a stream on it
    // is abandoned.
    set(CURLOPT_FORBID_REUSE, 1)
    if request.isSentOnce {
      // libcurl retries on its own on a connection that was used before or is shared (HTTP/2).
      set(CURLOPT_FRESH_CONNECT, 1)
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    } else {
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      // Wait for a connection that can be shared instead of opening another one.
      set(CURLOPT_PIPEWAIT, 1)
    }
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_USERAGENT, request.userAgent)
    if request.takesCoding { set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate") }
    if request.method == "POST" {
      setBody(request.body)
    } else if request.method != "GET" {
      set(CURLOPT_CUSTOMREQUEST, request.method)
    }
    setFields(request.fields)
    set(request.limits)
    guard request.isForCertificate else { return set(request.trust) }
    // The transfer ends after the TLS handshake, without a request and with any certificate.
    set(CURLOPT_CONNECT_ONLY, 1)
    set(CURLOPT_CERTINFO, 1)
    set(CURLOPT_SSL_VERIFYPEER, 0)
    set(CURLOPT_SSL_VERIFYHOST, 0)
  }

  /// Returns the timeout for unacknowledged data: shorter than the idle timeout, so that the system
  /// closes the connection for all transfers before a single one times out.
  static func acknowledgementTimeout(for limits: CurlLimits) -> Duration {
    max(limits.idleTimeout - .seconds(1), limits.idleTimeout / 2)
  }

  private func set(_ limits: CurlLimits) {
    let time = Self.acknowledgementTimeout(for: limits) / .milliseconds(1)
    let socketOptions: curl_sockopt_callback = { context, socket, _ in
      var milliseconds = UInt32(truncatingIfNeeded: UInt(bitPattern: context))
      // Systems without this option (before Linux 2.6.37) work without it.
      _ = unsafe setsockopt(
        socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds,
        socklen_t(MemoryLayout<UInt32>.size))
      return Int32(CURL_SOCKOPT_OK)
    }
    let number = UInt(min(max(time, 1), Double(Int32.max)))
    let context = unsafe UnsafeMutableRawPointer(bitPattern: number)
    unsafe keep(ccurl_set_socket_options(handle, socketOptions, context))
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds: limits.connectTimeout)
    if let timeout = limits.totalTimeout { set(CURLOPT_TIMEOUT_MS, milliseconds: timeout) }
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    let seconds = limits.idleTimeout.components.seconds
    set(CURLOPT_LOW_SPEED_TIME, Int(min(max(seconds, 1), Int64(Int32.max))))
    // A response that lasts is passed on; only another one, such as an error, has a size.
    if let bytesMax = limits.bodyBytesMax, limits.totalTimeout != nil {
      set(CURLOPT_MAXFILESIZE_LARGE, bytes: max(bytesMax, 1))
    }
  }

  private func set(_ trust: CurlRequest.Trust) {
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    switch trust {
    case .system: break
    case .file(let path):
      set(CURLOPT_CAINFO, path)
      // Otherwise the system's directory of authorities would be trusted too.
      set(CURLOPT_CAPATH, nil)
    case .pinnedKey(let text):
      set(CURLOPT_PINNEDPUBLICKEY, "sha256//\(text)")
      // The key alone identifies the server, without an authority or a name.
      set(CURLOPT_SSL_VERIFYPEER, 0)
      set(CURLOPT_SSL_VERIFYHOST, 0)
      return
    }
    set(CURLOPT_SSL_VERIFYPEER, 1)
    // 2: the certificate must be for the host name (CURLOPT_SSL_VERIFYHOST(3)).
    set(CURLOPT_SSL_VERIFYHOST, 2)
  }
}
