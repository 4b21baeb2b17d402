import TestSupport
import Testing

@testable import System

struct TimerQueueTests {
  @Test func isNeverDueWhenEmpty() {
    var queue = TimerQueue<Int>()
    #expect(queue.next == .never)
    #expect(queue.popDue(at: .now) == nil)
    #expect(queue.count == 0)
  }

  @Test func returnsEntriesAtTheirInstantNotBefore() {
    var queue = TimerQueue<Int>()
    queue.insert(1, at: Deadline(nanoseconds: 10))
    #expect(queue.popDue(at: Deadline(nanoseconds: 9)) == nil)
    #expect(queue.popDue(at: Deadline(nanoseconds: 10))?.subject == 1)
    #expect(queue.count == 0)
  }

  @Test(.needs(.time), arguments: [1, 2, 3, 5, 64, 1000])
  func agreesWithASortedArray(range: UInt64) {
    var generator = SystemRandomNumberGenerator()
    var queue = TimerQueue<Int>()
    var model: [(deadline: UInt64, subject: Int)] = []
    for step in 0..<3000 {
      switch UInt8.random(in: 0..<10, using: &generator) {
      case 0..<6:
        let instant = UInt64.random(in: 0..<range, using: &generator)
        queue.insert(step, at: Deadline(nanoseconds: instant))
        model.append((instant, step))
      case 6..<9:
        let now = UInt64.random(in: 0..<range, using: &generator)
        let popped = queue.popDue(at: Deadline(nanoseconds: now))
        let soonest = model.map(\.deadline).min() ?? .max
        #expect((popped != nil) == (soonest <= now))
        guard let popped else { continue }
        #expect(popped.deadline == Deadline(nanoseconds: soonest))
        let place = model.firstIndex { $0 == (soonest, popped.subject) }
        #expect(place != nil)
        if let place { model.remove(at: place) }
      default:
        let odd = Int.random(in: 2..<5, using: &generator)
        queue.removeAll { subject, _ in subject % odd == 0 }
        model.removeAll { $0.subject % odd == 0 }
      }
      #expect(queue.count == model.count)
      #expect(queue.next == Deadline(nanoseconds: model.map(\.deadline).min() ?? .max))
    }
    var drained: [UInt64] = []
    while let popped = queue.popDue(at: Deadline(nanoseconds: range)) {
      drained.append(popped.deadline.nanoseconds)
    }
    #expect(drained == model.map(\.deadline).sorted())
  }
}
