/// A claim of a response on memory that the app wants to take back in need: a list that a slow client
/// is still reading, while newer ones have replaced it.
///
/// The connection keeps the lease until the last byte of the response is written, and drops it then.
public protocol ResponseLease: AnyObject, Sendable {
  /// Sets what gives the response up; it runs once, on any thread, when the lease is revoked, or at
  /// once where it was revoked before.
  func onRevocation(_ giveUp: @escaping @Sendable () -> Void)
}
