internal import Chatter
internal import HTTP
internal import System

/// The text of consecutive rows, joined by commas. It is immutable: an update creates a new one.
///
/// The text is compressed on first use. Each row is compressed once, even when newer rows are
/// added.
final class EncodedRows: Sendable {
  /// Bytes that are processed before the task yields to others on the loop.
  static let bytesPerYieldMax = 256 << 10
  static let comma: [UInt8] = [UInt8(ascii: ",")]

  private struct State {
    /// The compressed form of the older rows, possibly of all rows.
    var deflated: DeflatedSegment?
    /// Whether compressed forms are counted and may be cached: for text in the list or the cache.
    var isCounted = false

    var deflatedBytes: Int { deflated?.bytes.count ?? 0 }
  }

  /// The rows in list order.
  let bytes: [UInt8]
  let kind: DeflatedSegment.Kind
  private let order: ListProfile.Order
  private let memory: ListMemory
  private let state: Lock<State>

  init(
    _ bytes: [UInt8], kind: DeflatedSegment.Kind = .text, order: ListProfile.Order,
    memory: ListMemory, deflated: DeflatedSegment? = nil
  ) {
    self.bytes = bytes
    self.kind = kind
    self.order = order
    self.memory = memory
    memory.record(allocated: bytes.count + (deflated?.bytes.count ?? 0))
    state = Lock(State(deflated: deflated))
  }

  deinit {
    memory.record(allocated: -bytes.count - state.withLock { $0.deflatedBytes })
  }

  /// Returns the text with newer rows added. The existing compressed form is reused.
  func appending(_ newer: [UInt8]) -> EncodedRows {
    appending(newer, with: state.withLock { $0.deflated })
  }

  func appending(_ newer: EncodedRows) -> EncodedRows {
    let (deflated, next) = (state.withLock { $0.deflated }, newer.state.withLock { $0.deflated })
    var joinedForm = deflated
    if let deflated, let next, deflated.plainCount == bytes.count {
      let chunks = [deflated, DeflatedSegment(Self.comma[...]), next]
      joinedForm = .joined(order == .newest ? chunks.reversed() : chunks)
    }
    return appending(newer.bytes, with: joinedForm)
  }

  private func appending(_ newer: [UInt8], with deflated: DeflatedSegment?) -> EncodedRows {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 1 + newer.count)
    text += order == .newest ? newer : bytes
    text += Self.comma
    text += order == .newest ? bytes : newer
    return EncodedRows(text, kind: kind, order: order, memory: memory, deflated: deflated)
  }

  /// Returns the compressed form, after compressing what is not compressed yet, and whether it is
  /// cached, which requires free memory. If two loops call this at the same time, both compress the
  /// text and neither waits.
  func deflated() async -> (chunk: DeflatedSegment, isCached: Bool) {
    let cached = state.withLock { $0.deflated }
    if let cached, cached.plainCount == bytes.count { return (cached, true) }
    let covered = cached?.plainCount ?? 0
    var rest = order == .newest ? bytes.dropLast(covered) : bytes.dropFirst(covered)
    // In order from older rows to newer ones.
    var chunks = cached.map { [$0] } ?? []
    while !rest.isEmpty {
      let slice =
        order == .newest ? rest.suffix(Self.bytesPerYieldMax) : rest.prefix(Self.bytesPerYieldMax)
      chunks.append(DeflatedSegment(slice, kind: kind))
      rest = order == .newest ? rest.dropLast(slice.count) : rest.dropFirst(slice.count)
      if slice.count == Self.bytesPerYieldMax { await Task.yield() }
    }
    let whole = DeflatedSegment.joined(order == .newest ? chunks.reversed() : chunks)
    return (whole, cache(whole))
  }

  private func cache(_ made: DeflatedSegment) -> Bool {
    let added = made.bytes.count
    guard memory.reserve(added) else { return false }
    let (replaced, isCached) = state.withLock { state -> (Int, Bool) in
      guard state.isCounted else { return (added, false) }
      if state.deflated?.plainCount == bytes.count { return (added, true) }
      defer { state.deflated = made }
      return (state.deflatedBytes, true)
    }
    memory.release(replaced)
    memory.record(allocated: added - replaced)
    return isCached
  }

  /// Starts to cache and count compressed forms. Returns the bytes to add to the count of forms.
  func adopt() -> Int {
    state.withLock { state in
      defer { state.isCounted = true }
      return state.isCounted ? 0 : state.deflatedBytes
    }
  }

  /// Stops caching compressed forms. Existing ones stay for the responses that use them. Returns
  /// the bytes to subtract from the count of forms.
  func retire() -> Int {
    state.withLock { state in
      defer { state.isCounted = false }
      return state.isCounted ? state.deflatedBytes : 0
    }
  }

  /// Drops the compressed form. Returns the bytes to subtract from the count of forms.
  func dropDeflated() -> Int {
    let dropped = state.withLock { state -> Int in
      guard state.isCounted else { return 0 }
      defer { state.deflated = nil }
      return state.deflatedBytes
    }
    memory.record(allocated: -dropped)
    return dropped
  }
}
