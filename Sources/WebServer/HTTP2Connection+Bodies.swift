internal import HTTP
internal import Sockets

/// The content of requests, as the app asks for it.
extension HTTP2Connection {
  /// The next piece of the content of a request that the app is answering.
  func nextBody(of exchange: HTTP2Exchange) async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    while true {
      let event = try session.nextBody(of: exchange.stream)
      let turn = session.bodyTurn(of: exchange.stream)
      switch event {
      case .piece(let piece):
        exchange.bodyBytes += piece.count
        if turn == .taken { bodyMovedLast = .now }
        // The peer's window opened: it wants to be told.
        wake()
        return piece
      case .end: return nil
      case .needsMoreBytes where turn == .awaited: try await awaitTurn(of: exchange)
      case .needsMoreBytes: try await awaitBody(of: exchange)
      }
    }
  }

  private func awaitBody(of exchange: HTTP2Exchange) async throws(RequestBodyError) {
    wake()
    do throws(WaitError) {
      try await exchange.bodyBell.wait(
        until: exchange.bodyPace.deadline(after: exchange.bodyBytes))
    } catch {
      throw error == .timedOut ? .timedOut : .truncated
    }
  }

  /// Waits while bodies before this one are held, as long as they move; that time is not taken from
  /// its own.
  private func awaitTurn(of exchange: HTTP2Exchange) async throws(RequestBodyError) {
    wake()
    let began = exchange.queuedSince ?? .now
    exchange.queuedSince = began
    let deadline = max(began, bodyMovedLast).advanced(by: limits.bodyTimeout)
    guard !deadline.hasPassed else { throw .noRoom }
    do throws(WaitError) {
      try await exchange.bodyBell.wait(until: deadline)
    } catch {
      guard error == .timedOut else { throw .truncated }
    }
  }

  /// Notes that the app is done with the content of a request, so that others have their turn.
  func releaseBody(of exchange: HTTP2Exchange) {
    guard session.releaseBody(of: exchange.stream) else { return }
    bodyMovedLast = .now
    wake()
  }
}
