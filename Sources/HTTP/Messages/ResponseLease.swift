/// A response's claim on memory that the app can reclaim when memory is short, such as a list that
/// a slow client is still reading after newer lists have replaced it.
///
/// The connection keeps the lease until the last byte of the response is written, and then releases
/// it.
public protocol ResponseLease: AnyObject, Sendable {
  /// Sets the handler that aborts the response. It runs once, on any thread, when the lease is
  /// revoked, or immediately if the lease is already revoked.
  func onRevocation(_ handler: @escaping @Sendable () -> Void)
}
