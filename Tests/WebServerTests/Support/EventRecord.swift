import System

@testable import WebServer

/// The events that a server has reported, in order.
final class EventRecord: Sendable {
  private let events = Lock<[ServerEvent]>([])

  func append(_ event: ServerEvent) { events.withLock { $0.append(event) } }

  var all: [ServerEvent] { events.withLock { $0 } }

  var accessRecords: [AccessRecord] {
    all.compactMap { if case .responded(let record) = $0 { record } else { nil } }
  }

  var handshakeFailures: [String] {
    all.compactMap { if case .handshakeFailed(_, let reason) = $0 { reason } else { nil } }
  }

  var refusedAddresses: [String] {
    all.compactMap { if case .addressRefused(let address) = $0 { address } else { nil } }
  }

  var proxyRefusals: [String] {
    all.compactMap { if case .proxyHeaderRefused(_, let reason) = $0 { reason } else { nil } }
  }

  var floods: [String] {
    all.compactMap { if case .floodStopped(_, let reason) = $0 { reason } else { nil } }
  }

  /// Whether each completed handshake resumed a session.
  var handshakes: [Bool] {
    all.compactMap { if case .handshakeCompleted(_, let isResumed) = $0 { isResumed } else { nil } }
  }

  var pauses: [String] {
    all.compactMap { if case .acceptPaused(let reason) = $0 { reason } else { nil } }
  }
}
