import EventLoop

extension SystemThread {
  /// Runs a body on a new thread that ends with it, because GStreamer's calls block on devices and
  /// disks.
  static func launch(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) throws(AudioError) {
    do throws(StartError) {
      try start(name, body)
    } catch {
      throw .engine("could not start a thread (errno \(error.code))")
    }
  }

  /// Runs a body on a new thread and waits for its result without blocking the task's thread.
  ///
  /// - Parameter limit: The timeout of the caller; the thread itself runs until the body returns.
  static func run<Value: Sendable>(
    _ name: String, within limit: Duration? = nil,
    _ body: @escaping @Sendable () throws(AudioError) -> Value
  ) async throws(AudioError) -> Value {
    try await Promise<Value>.wait(within: limit) { promise in
      do throws(AudioError) {
        try launch(name) { promise.resolve(Result { () throws(AudioError) in try body() }) }
      } catch {
        promise.resolve(.failure(error))
      }
    }
  }
}
