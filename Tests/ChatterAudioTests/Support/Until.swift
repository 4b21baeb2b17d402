import Observation

/// Returns when a condition on observed properties holds, or when the test is cancelled. The
/// condition is checked at once and after each change.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  while !Task.isCancelled, !condition() { await waitForChange(of: condition()) {} }
}

/// Performs an action and returns when observers of a value are notified of a change.
@MainActor
func waitForChange<Value>(of value: @autoclosure () -> Value, after action: () -> Void) async {
  // A stream instead of a continuation: it ends when the test is cancelled.
  let (changes, change) = AsyncStream.makeStream(of: Void.self)
  withObservationTracking {
    _ = value()
  } onChange: {
    change.yield()
  }
  action()
  for await _ in changes { return }
}
