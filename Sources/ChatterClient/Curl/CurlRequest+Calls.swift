internal import Chatter
internal import Curl

extension CurlRequest {
  /// The value of the `User-Agent` field.
  static let userAgent = "ChatterClient"

  /// Creates the request of a call; throws if the trust of its server is not usable.
  init(_ request: TransportRequest, limits: TransferLimits) throws(ClientError) {
    let server = request.server
    self.init(
      url: request.url, userAgent: Self.userAgent,
      limits: CurlLimits(
        connectTimeout: limits.connectTimeout,
        idleTimeout: request.isEndless ? EventStreamLimits.silenceMax : limits.idleTimeout,
        totalTimeout: request.isEndless ? nil : limits.totalTimeout,
        bodyBytesMax: limits.responseBytesMax))
    method = request.method
    body = request.body ?? []
    // A proxy is another machine, on which `localhost` is a different host.
    (allowsPlainText, usesProxies) = (server.isLoopback, !server.isLoopback)
    takesCoding = request.v1?.takesCoding ?? true
    (isSentOnce, isForCertificate) = (request.isSentOnce, request.isForCertificate)
    fields = ["Accept: \(request.v1?.mediaType ?? "application/json")"]
    if request.method == "POST" { fields.append("Content-Type: application/json") }
    if let key = request.key { fields.append("Idempotency-Key: \(key.fieldValue)") }
    if let tag = request.entityTag { fields.append("If-None-Match: \(tag)") }
    if let token = request.token { fields.append("Authorization: Bearer \(token.text)") }
    fields += request.fields
    switch server.trust {
    case .system: break
    case .file(let path): trust = .file(path)
    case .pinnedKey(let text):
      guard let pin = ChatterClient.Trust.base64(ofPin: text) else {
        throw .tls(.other("the pinned key is not a SHA-256 digest in base64 or hexadecimal"))
      }
      trust = .pinnedKey(base64: pin)
    }
  }
}

extension TransportResponse {
  init(_ response: CurlResponse) {
    self.init(
      status: response.status, body: response.body, retryAfter: response.retryAfter,
      entityTag: response.entityTag,
      redirectURL: response.redirectURL, isHTTP2: response.isHTTP2)
    certificate = ServerCertificate(
      lines: response.certificateLines, digest: CurlDigest.sha256)
  }
}

extension ClientError {
  init(_ error: CurlError, of request: TransportRequest, limits: TransferLimits) {
    self =
      switch error {
      case .unknownHost: .network(.unknownHost(request.server.host))
      case .refused: .network(.refused)
      case .timedOut: .network(.timedOut)
      case .noConnection: .network(.noConnection)
      case .cutOff: .network(.cutOff)
      case .tooLarge: .tooLarge(bytesMax: limits.responseBytesMax)
      case .malformed(let text): .malformedResponse(text)
      case .cancelled: .cancelled
      case .tls(let reason): .tls(TLSReason(reason))
      case .other(let text): .network(.other(text))
      }
  }
}

extension ClientError.TLSReason {
  fileprivate init(_ reason: CurlError.TLSReason) {
    self =
      switch reason {
      case .untrusted: .untrusted
      case .expired: .expired
      case .notYetValid: .notYetValid
      case .wrongHost: .wrongHost
      case .otherKey: .otherKey
      case .other(let text): .other(text)
      }
  }
}
