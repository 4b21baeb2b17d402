internal import HTTP
internal import Sockets
internal import System

/// The bodies of requests, read when the app requests them.
extension HTTP2Connection {
  /// Returns the next chunk of the body of a request; nil at the end of the body.
  func nextBody(of request: HTTP2Request) async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    while true {
      if request.isRevoked { throw .quotaExhausted }
      switch try session.nextBody(of: request.stream) {
      case .bytes(let bytes):
        request.bodyBytes += bytes.count
        // Reading opened the flow-control window, and the peer must receive the update.
        wake()
        // From now on these bytes are counted for this body.
        countUnread()
        try request.memory?.arrived(bytes.count)
        return bytes
      case .end:
        try request.memory?.ended()
        return nil
      case .needsMoreBytes: try await awaitBody(of: request)
      }
    }
  }

  private func awaitBody(of request: HTTP2Request) async throws(RequestBodyError) {
    wake()
    try request.memory?.waits()
    do throws(WaitError) {
      try await request.bodyEvent.wait(
        until: request.bodyPace.deadline(after: request.bodyBytes))
    } catch {
      throw error == .timedOut ? .timedOut : .truncated
    }
  }

  /// Counts the body bytes that the session holds and no app has taken.
  func countUnread() {
    guard session.unreadBodyBytes > 0 || unread != nil else { return }
    let quota = context.environment.requestMemory
    let isWithinQuota = quota.set(&unread, to: session.unreadBodyBytes) {
      let claim = MemoryClaim(
        on: context.requestMemory, onRevocation: socket.interruptRead)
      quota.list(claim)
      return claim
    }
    if !isWithinQuota { endUnread() }
  }

  private func endUnread() {
    session.end(.enhanceYourCalm)
    wake()
  }

  /// Wakes the holders of revoked claims, which wait for the peer.
  func wakeRevoked() {
    if unread?.isRevoked ?? false { endUnread() }
    for request in requests.values where request.isRevoked { request.bodyEvent.signal() }
  }
}
