/// A queue of subjects that wait for an instant, earliest first (a binary heap).
///
/// Entries are not removed early. The owner ignores a stale entry when it comes out, and removes
/// the stale entries when there are many.
struct TimerQueue<Subject> {
  private struct Entry {
    let deadline: Deadline
    let subject: Subject
  }

  private var heap: [Entry] = []

  var count: Int { heap.count }

  /// The earliest instant, or `never`.
  var next: Deadline { heap.first?.deadline ?? .never }

  func contains(where matches: (Subject, Deadline) -> Bool) -> Bool {
    heap.contains { matches($0.subject, $0.deadline) }
  }

  mutating func insert(_ subject: Subject, at deadline: Deadline) {
    heap.append(Entry(deadline: deadline, subject: subject))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].deadline < heap[parent].deadline else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the earliest entry if its instant has passed.
  mutating func popDue(at now: Deadline) -> (subject: Subject, deadline: Deadline)? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return (first.subject, first.deadline) }
    heap[0] = last
    siftDown(from: 0)
    return (first.subject, first.deadline)
  }

  /// Removes the stale entries and restores the order of the rest, in linear time.
  mutating func removeAll(where isStale: (Subject, Deadline) -> Bool) {
    heap.removeAll { isStale($0.subject, $0.deadline) }
    for parent in (0..<heap.count / 2).reversed() { siftDown(from: parent) }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let least = right < heap.count && heap[right].deadline < heap[left].deadline ? right : left
      guard heap[least].deadline < heap[parent].deadline else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
