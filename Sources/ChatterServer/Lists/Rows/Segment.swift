internal import Chatter
internal import ChatterStore
internal import Postgres
internal import System

/// Consecutive rows, each stored once for both lists. A segment is immutable, except for forms that
/// are derived on demand: its getaudio chunks and compressed text.
final class Segment: Sendable {
  struct Entry: Sendable {
    let sequence: Int64
    let transaction: UInt64
    let tag: ListTag
    /// The length of the row in getchatts, in bytes.
    let byteCount: UInt32
    /// The length of the clip in bytes; -1 without a clip.
    let storedClipBytes: Int32

    var clipBytes: Int? { storedClipBytes < 0 ? nil : Int(storedClipBytes) }

    init(_ row: ListRow) {
      sequence = row.sequence
      transaction = row.transaction.number
      tag = row.tag
      byteCount = UInt32(clamping: row.prefix.count + 1)
      storedClipBytes = Int32(clamping: row.clipBytes ?? -1)
    }
  }

  /// A chunk of getaudio: joined rows without clips, or a row with a clip.
  enum AudioChunk: Sendable {
    case rows(EncodedRows)
    /// A row with a clip, as the index of its entry.
    case clip(Int)
  }

  struct AudioState {
    /// Oldest first.
    var chunks: [AudioChunk]?
    /// Whether derived forms are counted and may be cached: true for a segment that is in the list.
    var isCounted = false

    /// Returns the bytes of the joined rows, and of the forms of each that a closure returns.
    func formBytes(_ derived: (EncodedRows) -> Int) -> Int {
      (chunks ?? []).reduce(0) { count, chunk in
        if case .rows(let rows) = chunk { count + rows.bytes.count + derived(rows) } else { count }
      }
    }
  }

  /// The bytes of a segment's objects and array headers.
  private static let overheadBytes = 256

  /// The entries, oldest first, regardless of the order of the text.
  let entries: [Entry]
  /// The rows as getchatts shows them.
  let text: EncodedRows
  let tag: ListTag
  let order: ListProfile.Order
  let memory: ListMemory
  let audioState: Lock<AudioState>

  init(
    _ entries: [Entry], _ text: EncodedRows, audio: [AudioChunk]? = nil,
    order: ListProfile.Order, memory: ListMemory
  ) {
    self.entries = entries
    self.text = text
    tag = entries.reduce(.empty) { $0 + $1.tag }
    self.order = order
    self.memory = memory
    audioState = Lock(AudioState(chunks: audio))
    memory.record(allocated: entryBytes)
  }

  /// Creates a segment of at least one row. The rows are given oldest first.
  convenience init(
    _ rows: some BidirectionalCollection<ListRow>, order: ListProfile.Order, memory: ListMemory
  ) {
    self.init(
      rows.map { Entry($0) }, EncodedRows(order.joined(rows), order: order, memory: memory),
      order: order, memory: memory)
  }

  deinit {
    memory.record(allocated: -entryBytes)
  }

  private var entryBytes: Int {
    entries.count * MemoryLayout<Entry>.stride + Self.overheadBytes
  }

  /// Bytes of the rows, without derived forms.
  var byteCount: Int { text.bytes.count + entryBytes }

  var first: Int64 { entries[0].sequence }
  var last: Int64 { entries[entries.count - 1].sequence }

  func entry(at sequence: Int64) -> Entry? {
    let index = entries.partitioningIndex { $0.sequence >= sequence }
    guard index < entries.count, entries[index].sequence == sequence else { return nil }
    return entries[index]
  }

  /// The text of each row, oldest first.
  var rowTexts: [ArraySlice<UInt8>] {
    var offset = order == .newest ? text.bytes.count + 1 : 0
    return entries.map { entry in
      let count = Int(entry.byteCount)
      if order == .newest { offset -= count + 1 }
      defer { if order == .oldest { offset += count + 1 } }
      return text.bytes[offset..<offset + count]
    }
  }
}

extension ListProfile.Order {
  /// Returns rows, given oldest first, in list order, each with a suffix, and joined by commas.
  func joined(
    _ rows: some BidirectionalCollection<ArraySlice<UInt8>>, suffix: [UInt8] = []
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(rows.reduce(0) { $0 + $1.count + suffix.count + 1 })
    func append(_ row: ArraySlice<UInt8>) {
      if !text.isEmpty { text += EncodedRows.comma }
      text += row
      text += suffix
    }
    if self == .newest {
      for row in rows.reversed() { append(row) }
    } else {
      for row in rows { append(row) }
    }
    return text
  }

  /// Returns rows, given oldest first, as getchatts shows them.
  func joined(_ rows: some BidirectionalCollection<ListRow>) -> [UInt8] {
    joined(rows.lazy.map { $0.prefix[...] }, suffix: ListRow.closing)
  }
}
