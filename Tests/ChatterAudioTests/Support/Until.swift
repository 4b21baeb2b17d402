import Observation

/// Returns when a condition on observed properties holds, checked first and at each of their changes,
/// or when the test's time is over.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  while !Task.isCancelled, !condition() { await waitForChange(of: condition()) {} }
}

/// Does something, and returns when those who watch a value have been told that it changes.
@MainActor
func waitForChange<Value>(of value: @autoclosure () -> Value, after action: () -> Void) async {
  // A stream and no continuation: it ends where the test's time is over.
  let (changes, change) = AsyncStream.makeStream(of: Void.self)
  withObservationTracking {
    _ = value()
  } onChange: {
    change.yield()
  }
  action()
  for await _ in changes { return }
}
