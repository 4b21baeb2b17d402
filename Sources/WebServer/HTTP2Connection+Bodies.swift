internal import EventLoop
internal import HTTP
internal import Sockets

/// The bodies of requests, read when the app requests them.
extension HTTP2Connection {
  /// Returns the next chunk of the body of a request; nil at the end of the body.
  func nextBody(of request: HTTP2Request) async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    while true {
      if request.isRevoked { throw .quotaExhausted }
      let event = try session.nextBody(of: request.stream)
      let admission = session.bodyAdmission(of: request.stream)
      switch event {
      case .bytes(let bytes):
        request.bodyBytes += bytes.count
        if admission == .granted { bodyMovedLast = .now }
        // Reading opened the flow-control window, and the peer must receive the update.
        wake()
        // From now on these bytes are counted for this body.
        countUnread()
        try request.memory?.arrived(bytes.count)
        return bytes
      case .end:
        try request.memory?.ended()
        return nil
      case .needsMoreBytes where admission == .awaited: try await awaitAdmission(of: request)
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

  /// Waits while earlier bodies are admitted, as long as these make progress; that time does not
  /// count towards the deadline of this body.
  private func awaitAdmission(of request: HTTP2Request) async throws(RequestBodyError) {
    wake()
    try request.memory?.waits()
    let waitBegan = Deadline.now
    defer { request.bodyPace.excuse(Deadline.now.duration(since: waitBegan)) }
    let began = request.queuedSince ?? waitBegan
    request.queuedSince = began
    let deadline = max(began, bodyMovedLast).advanced(by: limits.bodyTimeout)
    guard !deadline.hasPassed else { throw .quotaExhausted }
    do throws(WaitError) {
      try await request.bodyEvent.wait(until: deadline)
    } catch {
      guard error == .timedOut else { throw .truncated }
    }
  }

  /// Records that the app is done with the body of a request, so that other bodies are admitted.
  func releaseBody(of request: HTTP2Request) {
    request.memory?.release()
    guard session.releaseBody(of: request.stream) else { return }
    bodyMovedLast = .now
    wake()
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
