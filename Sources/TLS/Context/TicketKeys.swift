import System

/// A key that session tickets are sealed with: AES-256 and HMAC-SHA-256 (RFC 5077 section 4).
struct TicketKey: Sendable, Equatable {
  /// Number of bytes of a key's name in a ticket.
  static let nameCount = 16
  /// Number of bytes of each of the two secrets.
  static let secretCount = 32

  let name: [UInt8]
  let encryption: [UInt8]
  let authentication: [UInt8]

  /// Returns a random key.
  static func random() -> TicketKey {
    var random = RandomBytes()
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    return TicketKey(
      name: bytes(nameCount), encryption: bytes(secretCount), authentication: bytes(secretCount))
  }
}

/// The keys of session tickets, shared by all loops and all contexts of one server.
///
/// A ticket key can decrypt the TLS 1.2 sessions whose tickets it sealed, so a key that lived as
/// long as the process would defeat forward secrecy. A key is therefore replaced after `lifetime`,
/// and opens tickets for one more `lifetime`.
final class TicketKeys: Sendable {
  /// How long a key seals new tickets, and how long a ticket is valid.
  static let lifetime = Duration.seconds(12 * 3600)

  private struct State {
    var current: TicketKey?
    var previous: TicketKey?
    var sealsUntil: Duration = .zero
    var opensUntil: Duration = .zero

    mutating func advance(to now: Duration) {
      if current != nil, now >= sealsUntil {
        previous = current
        opensUntil = sealsUntil + TicketKeys.lifetime
        current = nil
      }
      if previous != nil, now >= opensUntil { previous = nil }
    }
  }

  private let state = Lock(State())
  private let now: @Sendable () -> Duration

  /// Creates keys that are replaced according to the monotonic clock.
  convenience init() {
    let start = ContinuousClock.now
    self.init { start.duration(to: .now) }
  }

  /// Creates keys that are replaced according to the given clock.
  init(now: @escaping @Sendable () -> Duration) { self.now = now }

  /// Returns the key for a new ticket.
  func sealingKey() -> TicketKey {
    let now = now()
    return state.withLock { state in
      state.advance(to: now)
      if let current = state.current { return current }
      let fresh = TicketKey.random()
      state.current = fresh
      state.sealsUntil = now + Self.lifetime
      return fresh
    }
  }

  /// Returns the key with a name, and whether it is the one that seals new tickets.
  func openingKey(named name: [UInt8]) -> (key: TicketKey, isCurrent: Bool)? {
    let now = now()
    return state.withLock { state in
      state.advance(to: now)
      if let key = state.current, key.name == name { return (key, true) }
      if let key = state.previous, key.name == name { return (key, false) }
      return nil
    }
  }
}
