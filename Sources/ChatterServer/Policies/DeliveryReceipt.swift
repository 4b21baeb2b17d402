private import Sockets

/// Is told once whether an answer has arrived.
///
/// An answer of which nobody says anything counts as arrived: it was not sent over a connection.
final class DeliveryReceipt: Sendable {
  private let body: Lock<(@Sendable (Bool) -> Void)?>

  init(_ body: @escaping @Sendable (_ isDelivered: Bool) -> Void) {
    self.body = Lock(body)
  }

  deinit { settle(isDelivered: true) }

  /// Later words count for nothing.
  func settle(isDelivered: Bool) {
    let body = body.withLock { body in
      defer { body = nil }
      return body
    }
    body?(isDelivered)
  }
}
