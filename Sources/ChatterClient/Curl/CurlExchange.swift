internal import CCurl

/// A transfer in progress, with the part of its response received so far. It lives on the thread of
/// `CurlThread`.
final class CurlExchange {
  /// Minimum interval between two progress reports.
  private static let reportInterval = Duration.milliseconds(100)
  /// Maximum length of an entity tag in bytes; longer ones are ignored.
  private static let entityTagBytesMax = 1024
  /// Maximum value of `Retry-After` in seconds: longer than any caller waits, and safe to add.
  private static let retryAfterSecondsMax = Int(Int32.max)
  /// Maximum capacity in bytes reserved for the announced length of a body before it arrives.
  private static let reservedBytesMax = 1 << 20

  let transfer: CurlTransfer
  private(set) var easy: CurlEasy?
  private var body: [UInt8] = []
  private var isTooLarge = false
  /// The response without its body, once the body begins to arrive.
  private var head: TransportResponse?
  /// Whether the receiver of the body has ended the transfer.
  private var isStopped = false
  private var isHeaderSectionComplete = false
  private var lastReport: ContinuousClock.Instant?

  init(_ transfer: CurlTransfer) {
    self.transfer = transfer
  }

  /// Creates and configures the handle; throws if that fails.
  func prepare() throws(ClientError) -> CurlEasy {
    guard let easy = CurlEasy() else { throw .network(.other("out of memory")) }
    try easy.configure(for: transfer.request, limits: transfer.limits)
    // The thread retains this object for longer than the handle exists.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe easy.setReceivers(
      body: { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        // The size is always 1 (CURLOPT_WRITEFUNCTION(3)).
        let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe CurlExchange.at(context).receive(chunk) ? count : 0
      },
      header: { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        unsafe CurlExchange.at(context).receive(line: line)
        return count
      }, context)
    if transfer.progress != nil {
      unsafe easy.setProgress(
        { context, toReceive, received, toSend, sent in
          guard let context = unsafe context else { return 0 }
          unsafe CurlExchange.at(context).report(
            TransferProgress(
              sentByteCount: Int(sent), bytesToSend: Int(toSend), receivedByteCount: Int(received),
              bytesToReceive: Int(toReceive)))
          return 0
        }, context)
    }
    guard easy.setupCode == CURLE_OK else {
      throw easy.failure(easy.setupCode).error(host: transfer.request.server.host)
    }
    self.easy = easy
    return easy
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> CurlExchange {
    unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// Appends a chunk of the decoded body, or passes it on; returns false if the body is too large
  /// or its receiver ends the transfer.
  private func receive(_ chunk: UnsafeRawBufferPointer) -> Bool {
    if let receive = transfer.receive, let easy {
      let head = head ?? response(easy)
      self.head = head
      if head.hasStreamedBody {
        isStopped = unsafe !receive(head, Array(chunk))
        return !isStopped
      }
    }
    guard chunk.count <= transfer.limits.responseBytesMax - body.count else {
      isTooLarge = true
      return false
    }
    if body.isEmpty, let easy {
      let announced = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
      body.reserveCapacity(min(max(announced, 0), Self.reservedBytesMax))
    }
    unsafe body.append(contentsOf: chunk)
    return true
  }

  /// Processes a line of a header section, which ends with an empty line (RFC 9112 section 2.1), or
  /// of the trailer section, which follows the body and has no empty line.
  ///
  /// The end of the header section is recorded because libcurl treats a truncated one as a response
  /// without a body.
  private func receive(line: UnsafeRawBufferPointer) {
    easy?.allowReuse()
    if unsafe line.starts(with: "HTTP/".utf8) {
      isHeaderSectionComplete = false
    } else if unsafe line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
      isHeaderSectionComplete = true
    }
  }

  private func report(_ state: TransferProgress) {
    let now = ContinuousClock.now
    if let lastReport, now - lastReport < Self.reportInterval { return }
    lastReport = now
    transfer.progress?(state)
  }

  /// Ends the transfer: releases the handle and returns the outcome to the caller.
  func finish(_ code: CURLcode) {
    guard let easy else { return finish(.failure(.cancelled)) }
    guard code == CURLE_OK else {
      if isStopped { return finish(.failure(.network(.cutOff))) }
      if isTooLarge || code == CURLE_FILESIZE_EXCEEDED {
        return finish(.failure(.tooLarge(bytesMax: transfer.limits.responseBytesMax)))
      }
      return finish(.failure(easy.failure(code).error(host: transfer.request.server.host)))
    }
    if transfer.request.isForCertificate {
      var response = TransportResponse(status: 200, body: [])
      response.certificate = easy.certificate()
      return finish(.success(response))
    }
    guard isHeaderSectionComplete else { return finish(.failure(.network(.cutOff))) }
    finish(.success(response(easy)))
  }

  /// Returns the response as far as it has arrived.
  private func response(_ easy: CurlEasy) -> TransportResponse {
    TransportResponse(
      status: easy.number(CURLINFO_RESPONSE_CODE), body: body, retryAfter: retryAfter(easy),
      entityTag: entityTag(easy), contentRange: easy.field("Content-Range"),
      redirectURL: easy.text(CURLINFO_REDIRECT_URL),
      isHTTP2: easy.number(CURLINFO_HTTP_VERSION) == Int(CURL_HTTP_VERSION_2_0))
  }

  /// Returns the `ETag` of the response if it can be sent back: visible ASCII of a limited length.
  private func entityTag(_ easy: CurlEasy) -> String? {
    guard let text = easy.field("ETag"), text.utf8.count <= Self.entityTagBytesMax,
      !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }

  /// Returns the `Retry-After` of the response: seconds, or a date, which libcurl converts to
  /// seconds.
  private func retryAfter(_ easy: CurlEasy) -> Duration? {
    var seconds = easy.offset(CURLINFO_RETRY_AFTER)
    if let text = easy.field("Retry-After"), !text.isEmpty,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // A value that overflows is a long time too.
      seconds = min(Int(text) ?? .max, Self.retryAfterSecondsMax)
    }
    return seconds > 0 ? .seconds(seconds) : nil
  }

  /// Ends the transfer with an outcome; called exactly once.
  func finish(_ outcome: CurlTransfer.Outcome) {
    easy = nil
    body = []
    transfer.finish(outcome)
  }
}
