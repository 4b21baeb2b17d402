internal import ChatterStore

/// Cached clips by the sequence numbers of their rows, with fast access to that of the oldest row.
struct ClipIndex {
  struct Clip: Sendable {
    let tag: ListTag
    let text: EncodedRows
  }

  private var clips: [Int64: Clip] = [:]
  /// A binary heap of sequence numbers, smallest first. It may contain those of removed clips.
  private var heap: [Int64] = []

  var count: Int { clips.count }
  var texts: [EncodedRows] { clips.values.map(\.text) }

  subscript(sequence: Int64) -> Clip? { clips[sequence] }

  /// Inserts a clip at a sequence number that has none.
  mutating func insert(_ clip: Clip, at sequence: Int64) {
    clips[sequence] = clip
    if heap.count > 2 * clips.count + 64 { heap = clips.keys.sorted() } else { push(sequence) }
  }

  mutating func remove(_ sequence: Int64) -> Clip? {
    clips.removeValue(forKey: sequence)
  }

  /// Removes and returns the clip of the oldest row if that row is older than a sequence number.
  mutating func removeOldest(before sequence: Int64) -> Clip? {
    while let oldest = heap.first {
      guard clips[oldest] == nil || oldest < sequence else { return nil }
      popFirst()
      if let clip = clips.removeValue(forKey: oldest) { return clip }
    }
    return nil
  }

  private mutating func push(_ sequence: Int64) {
    var index = heap.count
    heap.append(sequence)
    while index > 0, heap[(index - 1) / 2] > sequence {
      heap[index] = heap[(index - 1) / 2]
      index = (index - 1) / 2
    }
    heap[index] = sequence
  }

  private mutating func popFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < last else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = last
  }
}
