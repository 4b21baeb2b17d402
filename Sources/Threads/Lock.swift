private import Glibc

/// A value that one thread at a time may touch.
///
/// It is a `pthread_mutex_t` and not the standard library's `Mutex`: that one waits in the kernel
/// without a trace in the memory of the program (`FUTEX_LOCK_PI`), so that the thread sanitizer,
/// which knows pthread's, reports each value behind it as a race.
@safe public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  /// The mutex must not move while a thread waits on it, so both stand on the heap.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  public init(_ initial: consuming sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe value = .allocate(capacity: 1)
    let status = unsafe pthread_mutex_init(mutex, nil)
    precondition(status == 0, "pthread_mutex_init: \(status)")
    unsafe value.initialize(to: initial)
  }

  deinit {
    unsafe value.deinitialize(count: 1).deallocate()
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs a body with the value, alone; the body must neither wait nor take this lock again.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value.pointee)
  }
}
