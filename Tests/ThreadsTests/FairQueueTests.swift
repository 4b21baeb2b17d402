import Testing

@testable import Threads

@Suite struct FairQueueTests {
  @Test("keys take turns, and each key's elements keep their order")
  func turns() {
    var queue = FairQueue<String>(countMax: 10)
    for name in ["a1", "a2", "a3", "b1", "c1", "b2"] {
      #expect(queue.add(name, for: String(name.prefix(1))) == nil)
    }
    #expect(queue.count == 6)
    #expect(queue.removeAll() == ["a1", "b1", "c1", "a2", "b2", "a3"])
    #expect(queue.count == 0)
    #expect(queue.next() == nil)
  }

  @Test("a key that comes back waits for its turn")
  func back() {
    var queue = FairQueue<String>(countMax: 10)
    for name in ["a1", "a2", "b1"] { _ = queue.add(name, for: String(name.prefix(1))) }
    #expect(queue.next() == "a1")
    #expect(queue.add("a3", for: "a") == nil)
    #expect(queue.removeAll() == ["b1", "a2", "a3"])
  }

  @Test("a full queue refuses the last element of the key that has most")
  func full() {
    var queue = FairQueue<String>(countMax: 4)
    for name in ["a1", "a2", "a3", "b1"] { _ = queue.add(name, for: String(name.prefix(1))) }
    #expect(queue.add("a4", for: "a") == "a4", "the one that has most is refused itself")
    #expect(queue.add("b2", for: "b") == "a3")
    #expect(["a2", "b2"].contains(queue.add("c1", for: "c")))
    #expect(queue.count == 4)
  }

  @Test("between keys that have the same, the new element is refused")
  func equal() {
    var queue = FairQueue<String>(countMax: 2)
    for name in ["a1", "b1"] { _ = queue.add(name, for: String(name.prefix(1))) }
    #expect(queue.add("c1", for: "c") == "c1")
    #expect(queue.add("a2", for: "a") == "a2")
    #expect(queue.removeAll() == ["a1", "b1"])
  }

  @Test("one key cannot keep the others out, however much it adds")
  func flood() {
    var queue = FairQueue<String>(countMax: 8)
    for number in 0..<100 { _ = queue.add("a\(number)", for: "a") }
    #expect(queue.add("b1", for: "b") == "a7")
    #expect(queue.next() == "a0")
    #expect(queue.next() == "b1")
  }
}
