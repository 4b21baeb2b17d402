import System

extension SystemThread {
  /// Runs a body on a new thread, where GStreamer may block, and waits for the promise.
  static func promise<Value: Sendable>(
    _ name: String, within limit: Duration?,
    _ body: @escaping @Sendable (Promise<Value>) -> Void
  ) async throws(AudioError) -> Value {
    try await Promise<Value>.wait(within: limit) { promise in
      do throws(Errno) {
        try start(name) { body(promise) }
      } catch {
        promise.resolve(.failure(.engine("could not start a thread (errno \(error.number))")))
      }
    }
  }

  /// Runs a body on a new thread, and waits for its result up to the limit.
  static func run<Value: Sendable>(
    _ name: String, within limit: Duration? = nil,
    _ body: @escaping @Sendable () throws(AudioError) -> Value
  ) async throws(AudioError) -> Value {
    try await promise(name, within: limit) { promise in
      promise.resolve(Result { () throws(AudioError) in try body() })
    }
  }
}
