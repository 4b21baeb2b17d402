public import Testing

/// How long a test waits for something that must happen: the one guard against hanging. Nothing
/// else in the tests of the gate fails by the time that it takes.
public let hangTimeout = Duration.seconds(60)

/// Something that a test waited for, and that did not happen before `hangTimeout`.
public struct NeverHappened: Error {
  /// Where the test waited.
  public let location: SourceLocation
}

/// Waits until a condition holds, and throws `NeverHappened` if it does not within `hangTimeout`.
///
/// The condition is evaluated at least once, and again every few milliseconds. It states a fact
/// that the tested code exposes, such as a counter: never a time.
public func eventually(
  at location: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + hangTimeout
  while try await !condition() {
    guard ContinuousClock.now < end else { throw NeverHappened(location: location) }
    try await Task.sleep(for: .milliseconds(2))
  }
}
