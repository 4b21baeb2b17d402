internal import Chatter
internal import Curl
internal import System

extension RemoteCalls {
  static let clipRequestsMax = 32
  /// Maximum size of a clip in bytes.
  static let clipBytesMax = 256 << 20

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
    guard link.byteCount <= Self.clipBytesMax else {
      throw CallFailure(.tooLarge(bytesMax: Self.clipBytesMax))
    }
    let clip = ArrivingClip()
    var attempt = 0
    var sinceProgress = clock.stopwatch()
    for _ in 0..<Self.clipRequestsMax {
      let countBefore = clip.bytes.count
      let failure = try await requestRest(of: link, into: clip, progress)
      guard let failure else { return clip.bytes }
      attempt += 1
      if clip.bytes.count > countBefore {
        (attempt, sinceProgress) = (1, clock.stopwatch())
      }
      let delay = retries.delay(after: failure, attempt: attempt, elapsed: sinceProgress())
      guard let delay else { throw failure }
      guard (try? await clock.sleep(for: delay)) != nil else { throw CallFailure(.cancelled) }
    }
    throw CallFailure(.network(.cutOff))
  }

  /// Makes one request (RFC 9110 section 14.2), and returns why the clip is still incomplete; nil
  /// if it is complete.
  ///
  /// Its SHA-256 says whether the parts belong together, so that no `If-Range` is needed.
  private func requestRest(
    of link: ClipLink, into clip: ArrivingClip,
    _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(CallFailure) -> CallFailure? {
    var request = TransportRequest(.clip(url: link.url), on: server)
    let start = clip.beginAttempt()
    if start > 0 { request.fields = ["Range: bytes=\(start)-"] }
    var cut = ClientError.network(.cutOff)
    do throws(ClientError) {
      let response = try await transport.stream(request) { head, chunk in
        let count = clip.take(chunk, isPart: head.status == 206)
        progress?(
          TransferProgress(
            sentByteCount: 0, bytesToSend: 0, receivedByteCount: count,
            bytesToReceive: link.byteCount))
        return count <= link.byteCount
      }
      guard response.hasStreamedBody else { return refusal(response) }
    } catch {
      cut = error
    }
    let bytes = clip.bytes
    guard bytes.count >= link.byteCount else { return CallFailure(cut) }
    if bytes.count == link.byteCount, CurlDigest.sha256(of: bytes) == link.sha256 { return nil }
    clip.startOver()
    // Parts may be of two files: the next attempt starts over.
    guard start == 0 else { return CallFailure(.network(.cutOff)) }
    return CallFailure(.malformedResponse("the clip has not the size and SHA-256 of its chatt"))
  }
}

/// The beginning of a clip, which each attempt continues.
private final class ArrivingClip: Sendable {
  private let state = Lock((bytes: [UInt8](), hasBegun: false))

  var bytes: [UInt8] { state.withLock { $0.bytes } }

  /// Returns how many bytes there are already.
  func beginAttempt() -> Int {
    state.withLock { state in
      state.hasBegun = false
      return state.bytes.count
    }
  }

  /// Adds a chunk, and returns how many bytes there are. A whole body replaces them.
  func take(_ chunk: [UInt8], isPart: Bool) -> Int {
    state.withLock { state in
      if !state.hasBegun, !isPart { state.bytes = [] }
      state.hasBegun = true
      state.bytes += chunk
      return state.bytes.count
    }
  }

  func startOver() { state.withLock { $0.bytes = [] } }
}
