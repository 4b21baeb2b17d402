private import Glibc

/// A value that one thread at a time may access.
///
/// It uses a `pthread_mutex_t` instead of the standard library's `Mutex`. `Mutex` waits in the
/// kernel (`FUTEX_LOCK_PI`) and leaves no trace of it in the program's memory. The thread
/// sanitizer, which supports pthread mutexes, therefore reports each value behind a `Mutex` as a
/// race.
///
/// `@unchecked` is correct because the mutex protects every access.
@safe public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  /// The mutex must not move while a thread waits on it, so both are allocated on the heap.
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

  /// Runs `body` with exclusive access to the value. The body must neither wait nor take this lock
  /// again.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value.pointee)
  }
}
