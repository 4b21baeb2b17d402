private import HTTP
internal import Sockets

/// What tells how far the bytes of a connection have come.
protocol DeliveryWitness: AnyObject {
  var sentByteCount: UInt64 { get }
  /// Those of them that have arrived at the peer's system.
  var acknowledgedByteCount: UInt64 { get }
  /// Whether the peer has closed its side, or is gone.
  var hasPeerEnded: Bool { get }
}

extension SocketStream: DeliveryWitness {}

/// The responses of one connection whose apps want to know whether they arrive.
///
/// A response has arrived when the peer's system has acknowledged its last byte, or when the peer
/// sends a next request on its HTTP/1.1 connection. It has not when the peer had closed its side
/// before the response was written, when the connection ends before the acknowledgement, or when
/// that takes longer than `patience`. Each app is told once, and always.
final class Deliveries {
  /// How long an acknowledgement may take.
  static let patience = Duration.seconds(2)
  /// How soon after writing it is asked for again; then after twice that, and so on.
  static let firstCheck = Duration.milliseconds(10)

  private struct Entry {
    let tell: @Sendable (Bool) -> Void
    let stream: Int32?
    /// How many bytes the connection has sent when the response is out; nil before.
    var mark: UInt64?
    var givenUpAt = Deadline.never
  }

  private let witness: any DeliveryWitness
  private let now: () -> Deadline
  private var entries: [Entry] = []
  private var checkDelay = Deliveries.firstCheck

  /// When `check` is to be called next, if nothing else happens.
  private(set) var nextCheck = Deadline.never

  /// Takes a clock, for tests.
  init(_ witness: any DeliveryWitness, now: @escaping () -> Deadline = { .now }) {
    self.witness = witness
    self.now = now
  }

  var isEmpty: Bool { entries.isEmpty }

  /// A response is ready to be written: all of it, or what of it is not written yet.
  func add(_ tell: (@Sendable (Bool) -> Void)?, of stream: Int32? = nil) {
    guard let tell else { return }
    guard !witness.hasPeerEnded else { return tell(false) }
    entries.append(Entry(tell: tell, stream: stream))
  }

  /// The peer has said that it does not want a response.
  func refuse(of stream: Int32) {
    settle { $0.stream == stream ? false : nil }
  }

  /// Everything that was ready has been written.
  func didWrite() {
    guard !entries.isEmpty else { return }
    let sent = witness.sentByteCount
    let limit = now().advanced(by: Self.patience)
    for index in entries.indices where entries[index].mark == nil {
      entries[index].mark = sent
      entries[index].givenUpAt = limit
    }
    checkDelay = Self.firstCheck
    check()
  }

  /// The peer has sent a next request after what was written.
  func didReceiveRequest() {
    settle { $0.mark == nil ? nil : true }
  }

  /// Looks which responses have arrived.
  func check() {
    guard !entries.isEmpty else { return }
    let (acknowledged, now) = (witness.acknowledgedByteCount, self.now())
    settle { entry in
      guard let mark = entry.mark else { return nil }
      if mark <= acknowledged { return true }
      return entry.givenUpAt <= now ? false : nil
    }
    guard !entries.isEmpty else { return }
    nextCheck = now.advanced(by: checkDelay)
    checkDelay = min(checkDelay * 2, Self.patience)
  }

  /// The connection ends: what has not arrived by now does not count as arrived.
  func end() {
    check()
    settle { _ in false }
  }

  /// Tells those of whom it is known what became of them, and keeps the others.
  private func settle(_ isDelivered: (Entry) -> Bool?) {
    var told: [(Entry, Bool)] = []
    entries.removeAll { entry in
      guard let outcome = isDelivered(entry) else { return false }
      told.append((entry, outcome))
      return true
    }
    if entries.isEmpty { nextCheck = .never }
    for (entry, outcome) in told { entry.tell(outcome) }
  }
}
