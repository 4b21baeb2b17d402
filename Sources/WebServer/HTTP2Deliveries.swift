internal import Sockets

/// The responses of one HTTP/2 connection whose apps want to know whether they arrive.
///
/// Until a stream is over, the session may have some of its response; from then on all of it is on
/// its way, as `Deliveries` follows it. A response whose stream ends earlier has not arrived.
final class HTTP2Deliveries {
  private let deliveries: Deliveries
  private var unsent: [Int32: @Sendable (Bool) -> Void] = [:]
  private var isOver = false

  init(_ witness: any DeliveryWitness) {
    deliveries = Deliveries(witness)
  }

  /// Does nobody wait for something that has been sent?
  var isEmpty: Bool { deliveries.isEmpty }

  /// When `check` is to be called next, if nothing else happens.
  var nextCheck: Deadline { deliveries.nextCheck }

  /// A response is about to be handed to the session.
  func expect(_ tell: (@Sendable (Bool) -> Void)?, on stream: Int32) {
    guard let tell else { return }
    if isOver { tell(false) } else { unsent[stream] = tell }
  }

  /// A stream is over: its response is in the output whole, or was cut.
  func streamEnded(_ stream: Int32, isCut: Bool) {
    guard let tell = unsent.removeValue(forKey: stream) else { return }
    if isCut { tell(false) } else { deliveries.add(tell, of: stream) }
  }

  /// The peer has reset a stream that was over.
  func streamRefused(_ stream: Int32) { deliveries.refuse(of: stream) }

  /// All output has been written.
  func didWrite() { deliveries.didWrite() }

  /// Looks which responses have arrived.
  func check() { deliveries.check() }

  /// The connection ends: what has not arrived by now does not count as arrived.
  func end() {
    isOver = true
    deliveries.end()
    let rest = unsent.sorted { $0.key < $1.key }
    unsent = [:]
    for (_, tell) in rest { tell(false) }
  }
}
