import Testing

@testable import HTTP

@Suite("FrameBudget")
struct FrameBudgetTests {
  @Test("the burst is spent, and then nothing")
  func burst() {
    var budget = FrameBudget(burst: 3, perSecond: 2)
    #expect((0..<5).map { _ in budget.spend() } == [true, true, true, false, false])
  }

  @Test("each second grants its share, up to the burst; going back in time grants nothing")
  func seconds() {
    var budget = FrameBudget(burst: 3, perSecond: 2)
    budget.refill(atSecond: 10)
    for _ in 0..<3 { _ = budget.spend() }
    budget.refill(atSecond: 10)
    #expect(budget.tokens == 0)
    budget.refill(atSecond: 11)
    #expect(budget.tokens == 2)
    budget.refill(atSecond: 5)
    #expect(budget.tokens == 2)
    budget.refill(atSecond: 7)
    #expect(budget.tokens == 3)
    budget.refill(atSecond: .max)
    #expect(budget.tokens == 3)
    budget.refill(atSecond: .min)
    budget.refill(atSecond: .max)
    #expect(budget.tokens == 3)
  }

  @Test("work grants more, up to the burst")
  func grants() {
    var budget = FrameBudget(burst: 3, perSecond: 0)
    for _ in 0..<3 { _ = budget.spend() }
    budget.grant(1)
    #expect(budget.tokens == 1)
    budget.grant(.max)
    #expect(budget.tokens == 3)
  }
}
