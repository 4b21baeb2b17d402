/// Lets a loop's other tasks run after an amount of work that did not have to wait.
public struct Yielder {
  private let amountMax: Int
  private var amount = 0

  /// - Parameter amountMax: The amount after which to yield, at least 1: steps, rows or bytes.
  public init(every amountMax: Int) {
    precondition(amountMax > 0)
    self.amountMax = amountMax
  }

  /// Counts work that comes now, and yields before it if the maximum has been reached.
  public mutating func step(of amount: Int = 1) async {
    if self.amount >= amountMax {
      self.amount = 0
      await Task.yield()
    }
    self.amount += amount
  }

  /// Starts to count again, because the task has waited.
  public mutating func reset() { amount = 0 }
}
