import Testing

@testable import System

struct FairQueueTests {
  @Test func servesKeysInTurnAndKeepsTheirOrder() {
    var queue = FairQueue<String>(countMax: 10)
    for name in ["a1", "a2", "a3", "b1", "c1", "b2"] {
      #expect(queue.add(name, for: String(name.prefix(1))) == nil)
    }
    #expect(queue.count == 6)
    #expect(queue.removeAll() == ["a1", "b1", "c1", "a2", "b2", "a3"])
    #expect(queue.count == 0)
    #expect(queue.next() == nil)
  }

  @Test func putsReturningKeysAtTheEnd() {
    var queue = FairQueue<String>(countMax: 10)
    for name in ["a1", "a2", "b1"] { _ = queue.add(name, for: String(name.prefix(1))) }
    #expect(queue.next() == "a1")
    #expect(queue.add("a3", for: "a") == nil)
    #expect(queue.removeAll() == ["b1", "a2", "a3"])
  }

  @Test func refusesTheLastElementOfTheLongestKeyWhenFull() {
    var queue = FairQueue<String>(countMax: 4)
    for name in ["a1", "a2", "a3", "b1"] { _ = queue.add(name, for: String(name.prefix(1))) }
    #expect(queue.add("a4", for: "a") == "a4", "the key with the most elements is refused")
    #expect(queue.add("b2", for: "b") == "a3")
    #expect(["a2", "b2"].contains(queue.add("c1", for: "c")))
    #expect(queue.count == 4)
  }

  @Test func refusesTheNewElementBetweenEqualKeys() {
    var queue = FairQueue<String>(countMax: 2)
    for name in ["a1", "b1"] { _ = queue.add(name, for: String(name.prefix(1))) }
    #expect(queue.add("c1", for: "c") == "c1")
    #expect(queue.add("a2", for: "a") == "a2")
    #expect(queue.removeAll() == ["a1", "b1"])
  }
}
