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
