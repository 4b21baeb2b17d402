/// Lets a loop's other tasks run after a number of steps in a row that did not have to wait.
public struct Yielder {
  private let stepsMax: Int
  private var steps = 0

  /// - Parameter stepsMax: The maximum number of steps in a row, at least 1.
  public init(every stepsMax: Int) {
    precondition(stepsMax > 0)
    self.stepsMax = stepsMax
  }

  /// Counts a step, and yields before it if the maximum is reached.
  public mutating func step() async {
    if steps >= stepsMax {
      steps = 0
      await Task.yield()
    }
    steps += 1
  }

  /// Starts a new row of steps, because the task has waited.
  public mutating func reset() { steps = 0 }
}
