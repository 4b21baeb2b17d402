import Testing

@testable import HTTP

@Suite("BodyBudget")
struct BodyBudgetTests {
  /// A budget whose methods can be called within an expectation.
  private final class Queue {
    private(set) var budget: BodyBudget
    init(bytesMax: Int) { budget = BodyBudget(bytesMax: bytesMax) }
    func ask(_ bytes: Int, for stream: Int32) -> Bool { budget.ask(bytes, for: stream) }
    func release(_ stream: Int32) -> [Int32] { budget.release(stream) }
    func withdraw(_ stream: Int32) -> [Int32] { budget.withdraw(stream) }
    func hasTurn(_ stream: Int32) -> Bool { budget.hasTurn(stream) }
    func isWaiting(_ stream: Int32) -> Bool { budget.isWaiting(stream) }
    var grantedBytes: Int { budget.grantedBytes }
  }

  @Test("bodies have their turn in the order in which they asked, as many as fit")
  func order() {
    let budget = Queue(bytesMax: 10)
    #expect(budget.ask(6, for: 1))
    #expect(!budget.ask(5, for: 3))
    // It would fit, and yet does not overtake.
    #expect(!budget.ask(1, for: 5))
    #expect(!budget.ask(10, for: 7))
    #expect(budget.hasTurn(1) && !budget.hasTurn(3) && budget.isWaiting(3))
    #expect(budget.release(1) == [3, 5])
    #expect(budget.grantedBytes == 6)
    #expect(budget.release(3) == [])
    #expect(budget.release(5) == [7])
    #expect(budget.release(7) == [])
    #expect(budget.grantedBytes == 0)
  }

  @Test("who waits and gives up lets those behind it have their turn")
  func givenUp() {
    let budget = Queue(bytesMax: 10)
    #expect(budget.ask(6, for: 1))
    #expect(!budget.ask(10, for: 3))
    #expect(!budget.ask(4, for: 5))
    #expect(budget.withdraw(3) == [5])
    #expect(budget.grantedBytes == 10)
    #expect(!budget.ask(10, for: 7))
    #expect(budget.release(7) == [])
    #expect(!budget.isWaiting(7))
  }

  @Test("a turn that was taken is not withdrawn, and one that nobody has is not given back")
  func strangers() {
    let budget = Queue(bytesMax: 10)
    #expect(budget.ask(10, for: 1))
    #expect(budget.withdraw(1) == [])
    #expect(budget.hasTurn(1))
    #expect(budget.release(9) == [])
    #expect(budget.grantedBytes == 10)
    #expect(budget.release(1) == [])
    #expect(budget.release(1) == [])
    #expect(budget.grantedBytes == 0)
  }

  @Test("whatever is asked and given back, the budget is kept and everybody has a turn")
  func everybody() {
    var random = SystemRandomNumberGenerator()
    let budget = Queue(bytesMax: 100)
    var held: [Int32: Int] = [:]
    var asked: [Int32: Int] = [:]
    var served = 0
    func take(_ streams: [Int32]) {
      for stream in streams { held[stream] = asked.removeValue(forKey: stream) }
      served += streams.count
    }
    for stream in Int32(1)...2000 {
      let bytes = Int.random(in: 0...100, using: &random)
      asked[stream] = bytes
      if budget.ask(bytes, for: stream) { take([stream]) }
      #expect(held.values.reduce(0, +) == budget.grantedBytes && budget.grantedBytes <= 100)
      while asked.count > 20, let first = held.keys.min() {
        held[first] = nil
        take(budget.release(first))
      }
    }
    while let first = held.keys.min() {
      held[first] = nil
      take(budget.release(first))
    }
    #expect(served == 2000 && asked.isEmpty)
  }

  @Test("a body that could never have its turn is a fault of ours")
  func tooLarge() async {
    await #expect(processExitsWith: .failure) {
      var budget = BodyBudget(bytesMax: 10)
      _ = budget.ask(11, for: 1)
    }
  }
}
