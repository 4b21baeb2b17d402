internal import Postgres
internal import Sockets
private import Synchronization

/// The memory that lists may take, and what is counted of it.
///
/// Half of it is for rows: their text and their entries. What rows leave of three quarters is for
/// forms, which can be made again: clips in base64, rows as getaudio has them, and compressed
/// content. The last quarter, and 16 MiB at least, is for what is retired: no longer in the list, or in
/// transit, but still referenced by responses that clients read slowly.
final class ListMemory: Sendable {
  /// What clips and other forms take, and what rows leave them.
  private struct Forms {
    var rowBytes = 0
    /// Of rows that are being read into another list.
    var loadingBytes = 0
    var bytes = 0
    var clips = ClipIndex()
    /// Places of clips that are being put together.
    var filling: Set<Int64> = []

    var liveBytes: Int { rowBytes + loadingBytes + bytes }
  }

  /// Clips that are put together at a time, for the cache.
  private static let fillingMax = 4
  /// Clips that are evicted while the lock is held.
  private static let evictionsMax = 256
  /// What is in transit to clients may take this much however little lists may take: a batch for each
  /// of some dozens of readers.
  private static let retiredBytesMin = 16 << 20

  let bytesMax: Int
  /// Everything that is alive, whoever references it.
  private let allocated = Atomic<Int>(0)
  private let forms = Lock(Forms())

  init(bytesMax: Int) {
    precondition(bytesMax >= 0)
    self.bytesMax = bytesMax
  }

  var rowBytesMax: Int { bytesMax / 2 }
  var retiredBytesMax: Int { max(bytesMax / 4, Self.retiredBytesMin) }
  private var liveBytesMax: Int { bytesMax - bytesMax / 4 }
  /// A clip that is longer in base64 is not cached: it would push out all others.
  var clipBytesMax: Int { bytesMax / 16 }

  // MARK: Everything

  func note(allocated byteCount: Int) {
    allocated.add(byteCount, ordering: .relaxed)
  }

  var allocatedBytes: Int { allocated.load(ordering: .relaxed) }

  /// What is alive and neither in the list nor cached.
  var retiredBytes: Int {
    let live = forms.withLock { $0.liveBytes }
    return max(0, allocatedBytes - live)
  }

  // MARK: Rows and forms

  /// Bytes of rows in the list, and of forms that are kept.
  var live: (rowBytes: Int, formBytes: Int) {
    forms.withLock { ($0.rowBytes, $0.bytes) }
  }

  /// Sets what the rows of the list take; `makeRoom` must follow.
  func setRows(_ byteCount: Int, formsAdded: Int) {
    forms.withLock { forms in
      forms.rowBytes = byteCount
      forms.bytes += formsAdded
    }
  }

  /// Sets what rows take that are being read into another list.
  func setLoading(_ byteCount: Int) {
    forms.withLock { $0.loadingBytes = byteCount }
  }

  /// Lets clips give way to rows, the oldest first.
  ///
  /// - Returns: whether other forms must give way, too.
  func makeRoom() -> Bool {
    while true {
      let (evicted, isOver) = forms.withLock { forms -> ([EncodedRows], Bool) in
        let evicted = makeRoom(for: 0, in: &forms)
        return (evicted, forms.liveBytes > liveBytesMax)
      }
      settle(evicted)
      if evicted.count < Self.evictionsMax { return isOver }
    }
  }

  /// Counts the bytes of a form that is to be kept, if there is room for them; clips give way, unless
  /// they are of rows from a place on.
  func take(_ byteCount: Int, keepingFrom sequence: Int64 = .max) -> Bool {
    let (evicted, hasRoom) = forms.withLock { forms -> ([EncodedRows], Bool) in
      let evicted = makeRoom(for: byteCount, in: &forms, keepingFrom: sequence)
      let hasRoom = forms.liveBytes + byteCount <= liveBytesMax
      if hasRoom { forms.bytes += byteCount }
      return (evicted, hasRoom)
    }
    settle(evicted)
    return hasRoom
  }

  /// Counts bytes no more.
  func give(_ byteCount: Int) {
    forms.withLock { $0.bytes -= byteCount }
  }

  // MARK: Clips

  /// The text of a row with its clip, where it is cached for the row with this tag.
  func clip(at sequence: Int64, of tag: ListTag) -> EncodedRows? {
    forms.withLock { forms in
      guard let clip = forms.clips[sequence], clip.tag == tag else { return nil }
      return clip.text
    }
  }

  /// Makes room for a long clip that is read part by part, by one reader of several.
  ///
  /// - Returns: whether the caller is to put it together, and to call `endFilling`.
  func beginFilling(_ byteCount: Int, at sequence: Int64) -> Bool {
    let isFree = forms.withLock { forms in
      byteCount <= clipBytesMax && forms.filling.count < Self.fillingMax
        && forms.filling.insert(sequence).inserted
    }
    guard isFree else { return false }
    guard take(byteCount, keepingFrom: sequence) else {
      forms.withLock { _ = $0.filling.remove(sequence) }
      return false
    }
    note(allocated: byteCount)
    return true
  }

  func endFilling(_ byteCount: Int, at sequence: Int64) {
    note(allocated: -byteCount)
    forms.withLock { forms in
      forms.bytes -= byteCount
      forms.filling.remove(sequence)
    }
  }

  /// Caches the text of a row with its clip, if there is room: older clips give way to newer ones.
  func insert(_ text: EncodedRows, at sequence: Int64, of tag: ListTag) {
    let byteCount = text.bytes.count
    guard byteCount <= clipBytesMax else { return }
    let evicted = forms.withLock { forms -> [EncodedRows] in
      guard forms.clips[sequence]?.tag != tag else { return [] }
      var evicted = forms.clips.remove(sequence).map { [$0.text] } ?? []
      forms.bytes -= evicted.first?.bytes.count ?? 0
      evicted += makeRoom(for: byteCount, in: &forms, keepingFrom: sequence)
      if forms.liveBytes + byteCount <= liveBytesMax {
        forms.clips.insert(.init(tag: tag, text: text), at: sequence)
        forms.bytes += byteCount + text.adopt()
      }
      return evicted
    }
    settle(evicted)
  }

  /// Drops the clips of rows that changed or are gone.
  func dropClips(of change: ListChange) {
    let dropped = forms.withLock { forms -> [EncodedRows] in
      guard forms.clips.count > 0 else { return [] }
      var places = change.finalRemovals.map(\.sequence)
      for row in change.rows {
        guard let clip = forms.clips[row.sequence] else { continue }
        if clip.tag != row.tag { places.append(row.sequence) }
      }
      var dropped: [EncodedRows] = []
      for place in places {
        guard let clip = forms.clips.remove(place) else { continue }
        forms.bytes -= clip.text.bytes.count
        dropped.append(clip.text)
      }
      return dropped
    }
    settle(dropped)
  }

  /// Drops all clips, when everything was read again: a clip may have been changed in a way that left no
  /// trace in its row.
  func dropClips() {
    while true {
      let dropped = forms.withLock { forms -> [EncodedRows] in
        var dropped: [EncodedRows] = []
        while dropped.count < Self.evictionsMax, let clip = forms.clips.removeOldest(before: .max) {
          forms.bytes -= clip.text.bytes.count
          dropped.append(clip.text)
        }
        return dropped
      }
      settle(dropped)
      if dropped.count < Self.evictionsMax { return }
    }
  }

  /// Takes the oldest clips out until bytes fit, or those that are left are too new.
  private func makeRoom(
    for byteCount: Int, in forms: inout Forms, keepingFrom sequence: Int64 = .max
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

  /// What was compressed of evicted clips is counted no more either; it is asked outside of the lock.
  private func settle(_ evicted: [EncodedRows]) {
    for text in evicted { give(text.retire()) }
  }
}
