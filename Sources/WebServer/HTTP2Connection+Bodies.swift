internal import HTTP
internal import EventLoop

/// The bodies of requests, read when the app requests them.
extension HTTP2Connection {
  /// Returns the next chunk of the body of a request; nil at the end of the body.
  func nextBody(of exchange: HTTP2Exchange) async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    while true {
      if exchange.isRevoked { throw .quotaExhausted }
      let event = try session.nextBody(of: exchange.stream)
      let turn = session.bodyAdmission(of: exchange.stream)
      switch event {
      case .bytes(let bytes):
        exchange.bodyBytes += bytes.count
        if turn == .granted { bodyMovedLast = .now }
        // Reading opened the flow-control window, and the peer must receive the update.
        wake()
        // From now on these bytes are counted for this body.
        if unread != nil { countUnread() }
        try exchange.memory?.arrived(bytes.count)
        return bytes
      case .end:
        try exchange.memory?.ended()
        return nil
      case .needsMoreBytes where turn == .awaited: try await awaitTurn(of: exchange)
      case .needsMoreBytes: try await awaitBody(of: exchange)
      }
    }
  }

  private func awaitBody(of exchange: HTTP2Exchange) async throws(RequestBodyError) {
    wake()
    try exchange.memory?.waits()
    do throws(WaitError) {
      try await exchange.bodyBell.wait(
        until: exchange.bodyPace.deadline(after: exchange.bodyBytes))
    } catch {
      throw error == .timedOut ? .timedOut : .truncated
    }
  }

  /// Waits while earlier bodies are admitted, as long as these make progress; that time does not
  /// count towards the deadline of this body.
  private func awaitTurn(of exchange: HTTP2Exchange) async throws(RequestBodyError) {
    wake()
    try exchange.memory?.waits()
    let waitBegan = Deadline.now
    defer { exchange.bodyPace.excuse(Deadline.now.duration(since: waitBegan)) }
    let began = exchange.queuedSince ?? waitBegan
    exchange.queuedSince = began
    let deadline = max(began, bodyMovedLast).advanced(by: limits.bodyTimeout)
    guard !deadline.hasPassed else { throw .quotaExhausted }
    do throws(WaitError) {
      try await exchange.bodyBell.wait(until: deadline)
    } catch {
      guard error == .timedOut else { throw .truncated }
    }
  }

  /// Records that the app is done with the body of a request, so that other bodies are admitted.
  func releaseBody(of exchange: HTTP2Exchange) {
    exchange.memory?.release()
    guard session.releaseBody(of: exchange.stream) else { return }
    bodyMovedLast = .now
    wake()
  }

  /// Counts the body bytes that the session holds and no app has taken.
  func countUnread() {
    let bytes = session.unreadBodyBytes
    guard bytes > 0 else { return releaseUnread() }
    let quota = context.environment.requestMemory
    let claim =
      unread ?? MemoryClaim(on: context.accounts.requestMemory, onRevocation: socket.interruptRead)
    unread = claim
    quota.list(claim)
    quota.lower(claim, to: bytes)
    if !quota.raise(claim, to: bytes) { endUnread() }
  }

  func releaseUnread() {
    guard let claim = unread else { return }
    unread = nil
    claim.account.quota.release(claim)
  }

  private func endUnread() {
    session.end(.enhanceYourCalm)
    wake()
  }

  /// Wakes the holders of revoked claims, which wait for the peer.
  func wakeRevoked() {
    if unread?.isRevoked ?? false { endUnread() }
    for exchange in exchanges.values where exchange.isRevoked { exchange.bodyBell.signal() }
  }
}
