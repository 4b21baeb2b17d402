import Threads

extension SystemThread {
  /// Runs a body on a thread of its own, which ends with it: GStreamer's calls wait for devices and
  /// disks.
  static func launch(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) throws(AudioError) {
    do throws(StartError) {
      try start(name, body)
    } catch {
      throw .engine("no thread can be started (errno \(error.code))")
    }
  }

  /// Runs a body on a thread of its own, and waits for what comes of it without holding a task's.
  ///
  /// - Parameter limit: how long is waited; the thread then ends when it can.
  static func run<Value: Sendable>(
    _ name: String, within limit: Duration? = nil,
    _ body: @escaping @Sendable () throws(AudioError) -> Value
  ) async throws(AudioError) -> Value {
    try await Answer<Value>.wait(within: limit) { answer in
      do throws(AudioError) {
        try launch(name) { answer.give(Result { () throws(AudioError) in try body() }) }
      } catch {
        answer.give(.failure(error))
      }
    }
  }
}
