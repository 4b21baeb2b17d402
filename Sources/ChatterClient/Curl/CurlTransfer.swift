internal import CCurl
internal import Threads

/// One request on its way, and what has come of its answer.
///
/// Unchecked: it is made by the caller, handed to the thread of `CurlThread` through a lock, and
/// from then on touched by that thread alone, but for the flag, which has a lock of its own.
@safe final class CurlTransfer: @unchecked Sendable {
  typealias Outcome = Result<TransportAnswer, ClientError>

  /// The shortest time between two reports of progress.
  private static let reportInterval = Duration.milliseconds(100)
  /// Longer ones are not kept.
  private static let entityTagBytesMax = 1024
  /// Nobody waits for so long, and it can be added up.
  private static let retryAfterSecondsMax = Int(Int32.max)
  /// What is set aside for an answer whose length is announced, before any of it has come.
  private static let reservedBytesMax = 1 << 20

  private let request: TransportRequest
  private let limits: TransferLimits
  private let progress: (@Sendable (TransferProgress) -> Void)?
  private let cancelFlag = Lock(false)
  private let continuation: CheckedContinuation<Outcome, Never>

  private(set) var easy: CurlEasy?
  private var body: [UInt8] = []
  private var isTooLarge = false
  private var isHeadWhole = false
  private var lastReport: ContinuousClock.Instant?

  init(
    _ request: TransportRequest, limits: TransferLimits,
    progress: (@Sendable (TransferProgress) -> Void)?,
    continuation: CheckedContinuation<Outcome, Never>
  ) {
    self.request = request
    self.limits = limits
    self.progress = progress
    self.continuation = continuation
  }

  var isCancelled: Bool { cancelFlag.withLock { $0 } }

  /// Marks it; the thread does the rest. Any thread may call it.
  func markCancelled() { cancelFlag.withLock { $0 = true } }

  /// Makes its handle, or says why there is none.
  func prepare() throws(ClientError) -> CurlEasy {
    guard let easy = CurlEasy() else { throw .network(.other("no memory for a transfer")) }
    try easy.configure(for: request, limits: limits)
    // The thread holds this object for longer than the handle lives.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe easy.setWrite(
      { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        // The size is always 1 (CURLOPT_WRITEFUNCTION(3)).
        let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return unsafe transfer.receive(chunk) ? count : 0
      }, context)
    unsafe easy.setHeader(
      { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().receive(line: line)
        return count
      }, context)
    if progress != nil {
      unsafe easy.setProgress(
        { context, toReceive, received, toSend, sent in
          guard let context = unsafe context else { return 0 }
          unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().report(
            TransferProgress(
              sentByteCount: Int(sent), bytesToSend: Int(toSend), receivedByteCount: Int(received),
              bytesToReceive: Int(toReceive)))
          return 0
        }, context)
    }
    guard easy.setupCode == CURLE_OK else {
      throw easy.failure(easy.setupCode).error(host: request.server.host)
    }
    self.easy = easy
    return easy
  }

  /// Takes a piece of the decoded content; false where there is too much of it.
  private func receive(_ chunk: UnsafeRawBufferPointer) -> Bool {
    guard chunk.count <= limits.answerBytesMax - body.count else {
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

  /// Takes a line of a head, which the empty one ends (RFC 9112 section 2.1), or of the trailers,
  /// which come after the content and without an empty one.
  ///
  /// libcurl takes a head that was cut off for an answer without content.
  private func receive(line: UnsafeRawBufferPointer) {
    easy?.didHear()
    if unsafe line.starts(with: "HTTP/".utf8) {
      isHeadWhole = false
    } else if unsafe line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
      isHeadWhole = true
    }
  }

  private func report(_ state: TransferProgress) {
    let now = ContinuousClock.now
    if let lastReport, now - lastReport < Self.reportInterval { return }
    lastReport = now
    progress?(state)
  }

  /// Ends it: gives the handle up and hands the outcome to who waits for it.
  func finish(_ code: CURLcode) {
    guard let easy else { return finish(.failure(.cancelled)) }
    guard code == CURLE_OK else {
      if isTooLarge || code == CURLE_FILESIZE_EXCEEDED {
        return finish(
          .failure(.tooLarge(bytesMax: limits.answerBytesMax)))
      }
      return finish(.failure(easy.failure(code).error(host: request.server.host)))
    }
    guard isHeadWhole else { return finish(.failure(.network(.cutOff))) }
    let status = easy.number(CURLINFO_RESPONSE_CODE)
    let answer = TransportAnswer(
      status: status, body: body, retryAfter: retryAfter(easy), entityTag: entityTag(easy),
      redirectURL: easy.text(CURLINFO_REDIRECT_URL),
      isHTTP2: easy.number(CURLINFO_HTTP_VERSION) == Int(CURL_HTTP_VERSION_2_0))
    finish(.success(answer))
  }

  /// The `ETag` of the answer, where it may be sent back: visible ASCII, and not long.
  private func entityTag(_ easy: CurlEasy) -> String? {
    guard let text = easy.field("ETag"), text.utf8.count <= Self.entityTagBytesMax,
      !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }

  /// The `Retry-After` of the answer: seconds, or a date, which libcurl makes seconds of.
  private func retryAfter(_ easy: CurlEasy) -> Duration? {
    var seconds = easy.offset(CURLINFO_RETRY_AFTER)
    if let text = easy.field("Retry-After"), !text.isEmpty,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // What is too long for a number is a long time too.
      seconds = min(Int(text) ?? .max, Self.retryAfterSecondsMax)
    }
    return seconds > 0 ? .seconds(seconds) : nil
  }

  /// Ends it with an outcome; it is called once.
  func finish(_ outcome: Outcome) {
    easy = nil
    body = []
    continuation.resume(returning: outcome)
  }
}
