/// Holds a caller until the test opens it, or until the caller is cancelled.
final class Gate: Sendable {
  private let (passes, opener) = AsyncStream<Void>.makeStream()

  func pass() async { for await _ in passes {} }
  func open() { opener.finish() }
}
