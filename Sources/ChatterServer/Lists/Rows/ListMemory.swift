internal import ChatterStore
internal import Postgres
private import Synchronization
internal import System

/// The memory limit of the lists, and the accounting of its use.
///
/// Half of the limit is for rows. What rows leave of three quarters is for derived forms, which can
/// be created again: clips in base64, rows in the getaudio format, and compressed text. The last
/// quarter, and at least 16 MiB, is for retired memory: data that only responses still reference.
final class ListMemory: Sendable {
  /// The clips in the cache, and the bytes that rows, clips and other forms use.
  private struct Forms {
    var rowBytes = 0
    var bytes = 0
    var clips = ClipIndex()
    /// Sequence numbers of clips that are being assembled.
    var filling: Set<Int64> = []

    var liveBytes: Int { rowBytes + bytes }
  }

  /// Maximum number of clips that are assembled for the cache at the same time.
  private static let fillingMax = 4
  /// Maximum number of clips that are evicted while the lock is held.
  private static let evictionsMax = 256
  /// Minimum limit for retired memory: one batch for each of some dozens of clients.
  private static let retiredBytesMin = 16 << 20

  let bytesMax: Int
  /// Bytes in use, regardless of what references them.
  private let allocated = Atomic<Int>(0)
  private let forms = Lock(Forms())

  init(bytesMax: Int) {
    precondition(bytesMax >= 0)
    self.bytesMax = bytesMax
  }

  var rowBytesMax: Int { bytesMax / 2 }
  var retiredBytesMax: Int { max(bytesMax / 4, Self.retiredBytesMin) }
  private var liveBytesMax: Int { bytesMax - bytesMax / 4 }
  /// Maximum length of a cached clip in base64. A longer clip would evict all others.
  var clipBytesMax: Int { bytesMax / 16 }

  // MARK: Everything

  func record(allocated byteCount: Int) {
    allocated.add(byteCount, ordering: .relaxed)
  }

  var allocatedBytes: Int { allocated.load(ordering: .relaxed) }

  /// Bytes in use that are neither in the list nor cached.
  var retiredBytes: Int {
    let live = forms.withLock { $0.liveBytes }
    return max(0, allocatedBytes - live)
  }

  // MARK: Rows and forms

  /// Bytes of rows in the list, and of cached forms.
  var live: (rowBytes: Int, formBytes: Int) {
    forms.withLock { ($0.rowBytes, $0.bytes) }
  }

  /// Sets the bytes of the rows, and adds to those of forms. `evictClips` must follow.
  func setRows(_ byteCount: Int, formsAdded: Int) {
    forms.withLock { forms in
      forms.rowBytes = byteCount
      forms.bytes += formsAdded
    }
  }

  /// Evicts clips, oldest first, until rows fit. Returns whether other forms must be dropped, too.
  func evictClips() -> Bool {
    while true {
      let (evicted, isOver) = forms.withLock { forms -> ([EncodedRows], Bool) in
        let evicted = evictClips(toFit: 0, in: &forms)
        return (evicted, forms.liveBytes > liveBytesMax)
      }
      settle(evicted)
      if evicted.count < Self.evictionsMax { return isOver }
    }
  }

  /// Counts the bytes of a form that is to be cached. Returns false if there is no room for them.
  /// Evicts clips to make room, except those of rows from a sequence number on.
  func reserve(_ byteCount: Int, keepingFrom sequence: Int64 = .max) -> Bool {
    let (evicted, isWithinLimit) = forms.withLock { forms -> ([EncodedRows], Bool) in
      let evicted = evictClips(toFit: byteCount, in: &forms, keepingFrom: sequence)
      let isWithinLimit = forms.liveBytes + byteCount <= liveBytesMax
      if isWithinLimit { forms.bytes += byteCount }
      return (evicted, isWithinLimit)
    }
    settle(evicted)
    return isWithinLimit
  }

  func release(_ byteCount: Int) {
    forms.withLock { $0.bytes -= byteCount }
  }

  // MARK: Clips

  /// Returns the text of a row with its clip; nil if it is not cached for the row with this tag.
  func clip(at sequence: Int64, of tag: ListTag) -> EncodedRows? {
    forms.withLock { forms in
      guard let clip = forms.clips[sequence], clip.tag == tag else { return nil }
      return clip.text
    }
  }

  /// Makes room for a long clip that is read in chunks. Returns whether the caller may assemble it,
  /// which is true for one reader at a time. It must then call `endFilling`.
  func beginFilling(_ byteCount: Int, at sequence: Int64) -> Bool {
    let isFree = forms.withLock { forms in
      byteCount <= clipBytesMax && forms.filling.count < Self.fillingMax
        && forms.filling.insert(sequence).inserted
    }
    guard isFree else { return false }
    guard reserve(byteCount, keepingFrom: sequence) else {
      forms.withLock { _ = $0.filling.remove(sequence) }
      return false
    }
    record(allocated: byteCount)
    return true
  }

  func endFilling(_ byteCount: Int, at sequence: Int64) {
    record(allocated: -byteCount)
    forms.withLock { forms in
      forms.bytes -= byteCount
      forms.filling.remove(sequence)
    }
  }

  /// Caches the text of a row with its clip if it fits after clips of older rows are evicted.
  func insert(_ text: EncodedRows, at sequence: Int64, of tag: ListTag) {
    let byteCount = text.bytes.count
    guard byteCount <= clipBytesMax else { return }
    let evicted = forms.withLock { forms -> [EncodedRows] in
      guard forms.clips[sequence]?.tag != tag else { return [] }
      var evicted = forms.clips.remove(sequence).map { [$0.text] } ?? []
      forms.bytes -= evicted.first?.bytes.count ?? 0
      evicted += evictClips(toFit: byteCount, in: &forms, keepingFrom: sequence)
      if forms.liveBytes + byteCount <= liveBytesMax {
        forms.clips.insert(.init(tag: tag, text: text), at: sequence)
        forms.bytes += byteCount + text.adopt()
      }
      return evicted
    }
    settle(evicted)
  }

  /// Drops the clips of rows that were changed or removed.
  func dropClips(of change: ListChange) {
    let dropped = forms.withLock { forms -> [EncodedRows] in
      guard forms.clips.count > 0 else { return [] }
      var places = change.finalRemovals.map(\.sequence)
      for row in change.rows {
        guard let clip = forms.clips[row.sequence] else { continue }
        if clip.tag != row.tag { places.append(row.sequence) }
      }
      let dropped = places.compactMap { forms.clips.remove($0)?.text }
      forms.bytes -= dropped.reduce(0) { $0 + $1.bytes.count }
      return dropped
    }
    settle(dropped)
  }

  /// Drops all clips. A clip may have been changed without a trace in its row.
  func dropClips() {
    let dropped = forms.withLock { forms in
      defer { forms.clips = ClipIndex() }
      return forms.clips
    }.texts
    release(dropped.reduce(0) { $0 + $1.bytes.count })
    settle(dropped)
  }

  /// Removes the oldest clips until `byteCount` bytes fit, or the remaining clips are too new.
  private func evictClips(
    toFit byteCount: Int, in forms: inout Forms, keepingFrom sequence: Int64 = .max
  ) -> [EncodedRows] {
    var evicted: [EncodedRows] = []
    while forms.liveBytes + byteCount > liveBytesMax,
      evicted.count < Self.evictionsMax, let clip = forms.clips.removeOldest(before: sequence)
    {
      forms.bytes -= clip.text.bytes.count
      evicted.append(clip.text)
    }
    return evicted
  }

  /// Stops counting the compressed forms of evicted clips. Must be called without holding the lock.
  private func settle(_ evicted: [EncodedRows]) {
    for text in evicted { release(text.retire()) }
  }
}
