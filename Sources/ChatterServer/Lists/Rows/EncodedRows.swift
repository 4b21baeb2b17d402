internal import Chatter
internal import EventLoop
internal import HTTP

/// The text of consecutive rows, joined by commas, with no comma at either end. It is immutable: a
/// response that is being sent keeps it, and an update creates a new one.
///
/// The text is compressed on first use, with yields in between. Each row is compressed once, even
/// when newer rows are added.
final class EncodedRows: Sendable {
  /// Bytes that are processed before the task yields to others on the loop.
  static let bytesPerYieldMax = 256 << 10
  static let comma: [UInt8] = [UInt8(ascii: ",")]

  /// The compressed form of the older rows, possibly of all rows.
  private struct Deflated {
    let chunk: DeflatedSegment
    /// The number of bytes of the text that `chunk` covers.
    let byteCount: Int
  }

  private struct State {
    var deflated: Deflated?
    /// Whether compressed forms are counted and may be cached: true for text that is in the list or
    /// in the clip cache.
    var isCounted = false
  }

  /// The rows in list order.
  let bytes: [UInt8]
  let kind: DeflatedSegment.Kind
  private let order: ListProfile.Order
  private let memory: ListMemory
  private let state: Lock<State>

  convenience init(
    _ bytes: [UInt8], kind: DeflatedSegment.Kind = .text, order: ListProfile.Order,
    memory: ListMemory
  ) {
    self.init(bytes, kind, order, memory, nil)
  }

  private init(
    _ bytes: [UInt8], _ kind: DeflatedSegment.Kind, _ order: ListProfile.Order,
    _ memory: ListMemory, _ deflated: Deflated?
  ) {
    self.bytes = bytes
    self.kind = kind
    self.order = order
    self.memory = memory
    memory.record(allocated: bytes.count + (deflated?.chunk.bytes.count ?? 0))
    state = Lock(State(deflated: deflated))
  }

  deinit {
    memory.record(allocated: -bytes.count - deflatedBytes)
  }

  /// The length of the cached compressed form in bytes.
  var deflatedBytes: Int { state.withLock { $0.deflated?.chunk.bytes.count ?? 0 } }

  /// Returns the text with newer rows added. The existing compressed form is reused.
  func appending(_ newer: [UInt8]) -> EncodedRows {
    EncodedRows(joined(newer), kind, order, memory, state.withLock { $0.deflated })
  }

  /// Returns the text joined with a newer one.
  func appending(_ newer: EncodedRows) -> EncodedRows {
    let (deflated, next) = (state.withLock { $0.deflated }, newer.state.withLock { $0.deflated })
    var joinedForm = deflated
    if let deflated, let next, deflated.byteCount == bytes.count {
      let comma = DeflatedSegment(Self.comma[...])
      let chunks = [deflated.chunk, comma, next.chunk]
      joinedForm = Deflated(
        chunk: .joined(order == .newest ? chunks.reversed() : chunks),
        byteCount: deflated.byteCount + 1 + next.byteCount)
    }
    return EncodedRows(joined(newer.bytes), kind, order, memory, joinedForm)
  }

  private func joined(_ newer: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 1 + newer.count)
    text += order == .newest ? newer : bytes
    text += Self.comma
    text += order == .newest ? bytes : newer
    return text
  }

  /// Returns the compressed form, after compressing what is not compressed yet.
  ///
  /// No lock is held meanwhile: if two loops call this at the same time, both compress the text and
  /// neither waits.
  ///
  /// - Returns: the form, and whether it is cached, which requires free memory.
  func deflated() async -> (chunk: DeflatedSegment, isCached: Bool) {
    let cached = state.withLock { $0.deflated }
    if let cached, cached.byteCount == bytes.count { return (cached.chunk, true) }
    var rest = cached.map { uncovered(by: $0) } ?? bytes[...]
    // In order from older rows to newer ones.
    var chunks = cached.map { [$0.chunk] } ?? []
    while !rest.isEmpty {
      let slice =
        order == .newest ? rest.suffix(Self.bytesPerYieldMax) : rest.prefix(Self.bytesPerYieldMax)
      chunks.append(DeflatedSegment(slice, kind: kind))
      rest = order == .newest ? rest.dropLast(slice.count) : rest.dropFirst(slice.count)
      if slice.count == Self.bytesPerYieldMax { await Task.yield() }
    }
    let whole = DeflatedSegment.joined(order == .newest ? chunks.reversed() : chunks)
    return (whole, cache(Deflated(chunk: whole, byteCount: bytes.count)))
  }

  private func uncovered(by deflated: Deflated) -> ArraySlice<UInt8> {
    order == .newest ? bytes.dropLast(deflated.byteCount) : bytes.dropFirst(deflated.byteCount)
  }

  private func cache(_ made: Deflated) -> Bool {
    let added = made.chunk.bytes.count
    guard memory.reserve(added) else { return false }
    let (replaced, isCached) = state.withLock { state -> (Int, Bool) in
      guard state.isCounted else { return (added, false) }
      let old = state.deflated
      if old?.byteCount == bytes.count { return (added, true) }
      state.deflated = made
      return (old?.chunk.bytes.count ?? 0, true)
    }
    memory.release(replaced)
    memory.record(allocated: added - replaced)
    return isCached
  }

  /// Starts to cache and count compressed forms.
  ///
  /// - Returns: the number of bytes to add to the count of forms.
  func adopt() -> Int {
    state.withLock { state in
      defer { state.isCounted = true }
      return state.isCounted ? 0 : state.deflated?.chunk.bytes.count ?? 0
    }
  }

  /// Stops caching compressed forms. Existing ones stay for the responses that use them.
  ///
  /// - Returns: the number of bytes to subtract from the count of forms.
  func retire() -> Int {
    state.withLock { state in
      defer { state.isCounted = false }
      return state.isCounted ? state.deflated?.chunk.bytes.count ?? 0 : 0
    }
  }

  /// Drops the compressed form.
  ///
  /// - Returns: the number of bytes to subtract from the count of forms.
  func dropDeflated() -> Int {
    let dropped = state.withLock { state -> Int in
      guard state.isCounted, let deflated = state.deflated else { return 0 }
      state.deflated = nil
      return deflated.chunk.bytes.count
    }
    memory.record(allocated: -dropped)
    return dropped
  }
}
