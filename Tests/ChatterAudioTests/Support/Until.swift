import Observation

/// Returns when a condition on observed properties holds: checked first, and at each of their changes.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  while !condition() {
    await withCheckedContinuation { changed in
      withObservationTracking {
        _ = condition()
      } onChange: {
        changed.resume()
      }
    }
  }
}

/// Does something, and returns when those who watch a value have been told that it changes.
@MainActor
func whenTold<Value>(of value: () -> Value, after action: () -> Void) async {
  await withCheckedContinuation { told in
    withObservationTracking {
      _ = value()
    } onChange: {
      told.resume()
    }
    action()
  }
}
