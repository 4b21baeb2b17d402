import CGStreamer

/// A thread for work that waits: GStreamer's calls wait for devices and disks, and none of the
/// threads of Swift's tasks may.
@safe final class SystemThread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// Runs a body on a thread of its own, which ends with it.
  ///
  /// - Parameter name: as `ps -L` shows it; at most 15 bytes.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(AudioError) {
    let retained = unsafe Unmanaged.passRetained(SystemThread(body))
    let thread = unsafe g_thread_try_new(
      name,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<SystemThread>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, retained.toOpaque(), nil)
    guard let thread = unsafe thread else {
      unsafe retained.release()
      throw .engine("no thread can be started")
    }
    unsafe g_thread_unref(thread)
  }

  /// Runs a body on a thread of its own, and waits for what comes of it without holding a task's.
  static func run<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable () throws(AudioError) -> Value
  ) async throws(AudioError) -> Value {
    let result: Result<Value, AudioError> = await withCheckedContinuation { continuation in
      do throws(AudioError) {
        try start(name) {
          continuation.resume(returning: Result { () throws(AudioError) in try body() })
        }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try result.get()
  }
}
