internal import Chatter
internal import Curl
internal import System

extension RemoteCalls {
  static let clipRequestsMax = 32

  /// Gets the file of a clip, checks its SHA-256, and continues after a cut where it ended.
  ///
  /// The policy for retries limits attempts that bring nothing new. A refusal is thrown at once: a
  /// 404 means that the chatt was deleted.
  @concurrent
  func clip(
    _ link: ClipLink, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) -> [UInt8] {
    // Otherwise the text might make the URL that of another host.
    guard link.url.hasPrefix("/"), link.url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw CallFailure(.malformedResponse("the URL of the clip is not a path"))
    }
    guard link.byteCount <= ClipDownload.bytesMax else {
      throw CallFailure(.tooLarge(bytesMax: ClipDownload.bytesMax))
    }
    let download = SharedDownload(link, progress)
    var attempt = 0
    var sinceProgress = clock.stopwatch()
    for _ in 0..<Self.clipRequestsMax {
      let countBefore = download.state.withLock(\.bytes.count)
      let failure = try await continueDownload(of: link, download)
      guard let failure else { return download.state.withLock(\.bytes) }
      attempt += 1
      if download.state.withLock(\.bytes.count) > countBefore {
        (attempt, sinceProgress) = (1, clock.stopwatch())
      }
      let delay = retries.delay(after: failure, attempt: attempt, elapsed: sinceProgress())
      guard let delay else { throw failure }
      guard (try? await clock.sleep(for: delay)) != nil else { throw CallFailure(.cancelled) }
    }
    throw CallFailure(.network(.cutOff))
  }

  /// Makes one request, and returns why the clip is still incomplete; nil if it is complete.
  private func continueDownload(
    of link: ClipLink, _ download: SharedDownload
  ) async throws(CallFailure) -> CallFailure? {
    var request = TransportRequest(.clip(url: link.url), on: server)
    request.fields = download.state.withLock { $0.begin() }
    var cut: ClientError?
    do throws(ClientError) {
      let response = try await transport.stream(request) { download.take($0, $1) }
      if response.status == 416 {
        // What arrived is not a part of the file: the next attempt starts over.
        download.state.withLock { $0.startOver() }
        cut = .network(.cutOff)
      } else if !response.hasStreamedBody {
        return Self.refusal(response)
      }
    } catch {
      cut = error
    }
    let error = download.state.withLock { [cut] in $0.end(cut, digest: CurlDigest.sha256) }
    return error.map { CallFailure($0) }
  }
}

private final class SharedDownload: Sendable {
  let state: Lock<ClipDownload>
  private let byteCount: Int
  private let progress: (@Sendable (TransferProgress) -> Void)?

  init(_ link: ClipLink, _ progress: (@Sendable (TransferProgress) -> Void)?) {
    state = Lock(ClipDownload(link))
    (byteCount, self.progress) = (link.byteCount, progress)
  }

  func take(_ head: TransportResponse, _ chunk: [UInt8]) -> Bool {
    let (isTaken, count) = state.withLock { state in
      (state.take(head, chunk), state.bytes.count)
    }
    progress?(
      TransferProgress(
        sentByteCount: 0, bytesToSend: 0, receivedByteCount: count, bytesToReceive: byteCount))
    return isTaken
  }
}
