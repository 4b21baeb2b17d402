private import Glibc

/// Threads of their own for the few calls that block and have no other form.
enum BlockingThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs work on a new thread; false when the system has none left.
  @discardableResult
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    // The thread owns the work from here on, unless it could not be started.
    let work = unsafe Unmanaged.passRetained(Work(body))
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      unsafe work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Stops the calling thread, which is none of a loop's, for a moment.
  ///
  /// For the processes of others, whose ends no descriptor tells: they are asked about again.
  static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }
}
