internal import CCurl

/// A transfer in progress, on the thread of `CurlThread`, with its response received so far.
final class CurlExchange {
  /// Minimum interval between two progress reports.
  private static let reportInterval = Duration.milliseconds(100)
  /// Maximum length of an entity tag in bytes; longer ones are ignored.
  private static let entityTagBytesMax = 1024
  /// Maximum value of `Retry-After` in seconds: longer than any caller waits, and safe to add.
  private static let retryAfterSecondsMax = Int(Int32.max)
  /// Maximum ratio of the decoded to the received body, once it exceeds `inflationFreeBytes`.
  private static let inflationMax = 50
  private static let inflationFreeBytes = 32 << 20

  let transfer: CurlTransfer
  private(set) var easy: CurlEasy?
  private var body: [UInt8] = []
  private var isTooLarge = false
  /// The number of bytes that have arrived, heads and chunk framing included.
  private var receivedCount = 0
  /// The response without its body, once the body begins to arrive.
  private var head: CurlResponse?
  /// Whether the receiver of the body has ended the transfer.
  private var isStopped = false
  private var isHeaderSectionComplete = false
  private var lastReport: ContinuousClock.Instant?

  init(_ transfer: CurlTransfer) {
    self.transfer = transfer
  }

  /// Creates and configures the handle; throws if that fails.
  func prepare() throws(CurlError) -> CurlEasy {
    guard let easy = CurlEasy() else { throw .other("out of memory") }
    easy.configure(for: transfer.request)
    // The thread retains this object for longer than the handle exists.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let body: curl_write_callback = { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      // The size is always 1 (CURLOPT_WRITEFUNCTION(3)).
      let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      return unsafe CurlExchange.at(context).receive(chunk) ? count : 0
    }
    let header: curl_write_callback = { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      unsafe CurlExchange.at(context).receive(line: line)
      return count
    }
    let progress: curl_xferinfo_callback = { context, toReceive, received, toSend, sent in
      guard let context = unsafe context else { return 0 }
      let exchange = unsafe CurlExchange.at(context)
      exchange.report(Int(sent), Int(toSend), Int(received), Int(toReceive))
      return exchange.isTooLarge ? 1 : 0
    }
    let trace: curl_debug_callback = { _, kind, _, count, context in
      if let context = unsafe context, kind == CURLINFO_HEADER_IN || kind == CURLINFO_DATA_IN {
        unsafe CurlExchange.at(context).count(received: count)
      }
      return 0
    }
    unsafe easy.keep(ccurl_set_write(easy.handle, body, context))
    unsafe easy.keep(ccurl_set_header(easy.handle, header, context))
    let limits = transfer.request.limits
    if transfer.progress != nil || limits.receivedBytesMax != nil {
      unsafe easy.keep(ccurl_set_progress(easy.handle, progress, context))
      easy.set(CURLOPT_NOPROGRESS, 0)
    }
    if limits.receivedBytesMax != nil {
      unsafe easy.keep(ccurl_set_debug(easy.handle, trace, context))
      easy.set(CURLOPT_VERBOSE, 1)
    }
    guard easy.setupCode == CURLE_OK else {
      throw error(easy, easy.setupCode)
    }
    self.easy = easy
    return easy
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> CurlExchange {
    unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// Appends a chunk of the decoded body, or passes it on; returns false to end the transfer.
  private func receive(_ chunk: UnsafeRawBufferPointer) -> Bool {
    if let receive = transfer.receive, let easy {
      let head = head ?? response(easy)
      self.head = head
      if head.hasStreamedBody {
        isStopped = unsafe !receive(head, Array(chunk))
        return !isStopped
      }
    }
    guard chunk.count <= (transfer.request.limits.bodyBytesMax ?? .max) - body.count,
      !isInflated(to: body.count + chunk.count)
    else {
      isTooLarge = true
      return false
    }
    unsafe body.append(contentsOf: chunk)
    return true
  }

  private func isInflated(to count: Int) -> Bool {
    guard count > Self.inflationFreeBytes, let easy else { return false }
    return count / Self.inflationMax > easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
  }

  /// Processes a line of a header section, which ends with an empty line (RFC 9112 section 2.1), or
  /// of the trailer section, which follows the body and has no empty line.
  ///
  /// The end of the header section is recorded because libcurl treats a truncated one as a response
  /// without a body.
  private func receive(line: UnsafeRawBufferPointer) {
    easy?.set(CURLOPT_FORBID_REUSE, 0)
    if unsafe line.starts(with: "HTTP/".utf8) {
      isHeaderSectionComplete = false
    } else if unsafe line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
      isHeaderSectionComplete = true
    }
  }

  /// Counts bytes as they arrive; with too many, the next report of the progress ends the transfer.
  private func count(received count: Int) {
    receivedCount += count
    if receivedCount > transfer.request.limits.receivedBytesMax ?? .max { isTooLarge = true }
  }

  private func report(_ sent: Int, _ toSend: Int, _ received: Int, _ toReceive: Int) {
    guard let progress = transfer.progress else { return }
    let now = ContinuousClock.now
    if let lastReport, now - lastReport < Self.reportInterval { return }
    lastReport = now
    progress(sent, toSend, received, toReceive)
  }

  /// Ends the transfer: releases the handle and returns the outcome to the caller.
  func finish(_ code: CURLcode) {
    guard let easy else { return finish(.failure(.cancelled)) }
    guard code == CURLE_OK else {
      if isStopped { return finish(.failure(.cutOff)) }
      if isTooLarge || code == CURLE_FILESIZE_EXCEEDED { return finish(.failure(.tooLarge)) }
      return finish(.failure(error(easy, code)))
    }
    if transfer.request.isForCertificate {
      var response = CurlResponse()
      response.certificateLines = easy.certificateLines()
      return finish(.success(response))
    }
    guard isHeaderSectionComplete else { return finish(.failure(.cutOff)) }
    finish(.success(response(easy)))
  }

  private func error(_ easy: CurlEasy, _ code: CURLcode) -> CurlError {
    easy.failure(code).error(host: CurlURL(transfer.request.url)?.host ?? "")
  }

  /// Returns the response as far as it has arrived.
  private func response(_ easy: CurlEasy) -> CurlResponse {
    var response = CurlResponse()
    response.status = easy.number(CURLINFO_RESPONSE_CODE)
    response.body = body
    // libcurl reads seconds as well as a date, but not a number that overflows.
    let isLong =
      easy.field("Retry-After").map { $0.count > 9 && $0.allSatisfy(\.isNumber) } ?? false
    let seconds = min(
      isLong ? .max : easy.offset(CURLINFO_RETRY_AFTER), Self.retryAfterSecondsMax)
    response.retryAfter = seconds > 0 ? .seconds(seconds) : nil
    response.entityTag = entityTag(easy)
    response.redirectURL = easy.text(CURLINFO_REDIRECT_URL)
    response.isHTTP2 = easy.number(CURLINFO_HTTP_VERSION) == Int(CURL_HTTP_VERSION_2_0)
    return response
  }

  /// Returns the `ETag` of the response if it can be sent back: visible ASCII of a limited length.
  private func entityTag(_ easy: CurlEasy) -> String? {
    guard let text = easy.field("ETag"), text.utf8.count <= Self.entityTagBytesMax,
      !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }

  /// Ends the transfer with an outcome; called exactly once.
  func finish(_ outcome: CurlTransfer.Outcome) {
    easy = nil
    body = []
    transfer.finish(outcome)
  }
}
