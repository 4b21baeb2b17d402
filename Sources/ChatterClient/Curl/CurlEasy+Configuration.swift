internal import CCurl
internal import Chatter

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
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // Wait for a connection that may be shared, rather than open another.
    set(CURLOPT_PIPEWAIT, 1)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_USERAGENT, Self.userAgent)
    set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    var fields = ["Accept: application/json"]
    if let body = request.body {
      setBody(body)
      fields.append("Content-Type: application/json")
    }
    if let key = request.key { fields.append("Idempotency-Key: \(key.fieldValue)") }
    setFields(fields)
    set(limits)
    try set(server.trust)
  }

  private func set(_ limits: TransferLimits) {
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
