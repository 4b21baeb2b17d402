/// Lets a loop's other tasks run after an amount of work that did not have to wait.
public struct Yielder {
  private let amountMax: Int
  private var amount = 0

  /// - Parameter amountMax: The amount after which to yield, at least 1: steps, rows or bytes.
  public init(every amountMax: Int) {
    precondition(amountMax > 0)
    self.amountMax = amountMax
  }

  /// Counts work that comes now, and returns whether to yield before it.
  ///
  /// An object that several tasks use calls this, since no access to it may last over an `await`.
  public mutating func isDue(before amount: Int = 1) -> Bool {
    let isDue = self.amount >= amountMax
    self.amount = isDue ? amount : self.amount + amount
    return isDue
  }

  /// Counts work that comes now, and yields before it if the maximum has been reached.
  public mutating func step(of amount: Int = 1) async {
    if isDue(before: amount) { await Task.yield() }
  }

  /// Whether the next work must yield before it.
  public var isFull: Bool { amount >= amountMax }

  /// Starts to count again, because the task has waited.
  public mutating func reset() { amount = 0 }
}
