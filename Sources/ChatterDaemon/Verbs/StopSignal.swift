import EventLoop
import Program
import Synchronization
import WebServer

/// Handles signals while a server serves. SIGHUP reloads the certificate and the other files.
/// SIGTERM and SIGINT start a graceful shutdown, and a second one of them stops immediately.
struct StopSignal {
  let signals: Signals
  let loop: EventLoop
  let log: Log
  /// The service manager, which receives the state of the server.
  let supervisor: Supervisor?
  /// Reads again what can change while the server runs.
  let reload: @Sendable () async -> Void
  /// Called when the server stops: ends the responses that have no end of their own.
  let endStreams: @Sendable () -> Void

  /// Serves until the server has stopped.
  func serve(_ server: HTTPServer) async {
    let (stopped, stopping) = AsyncStream<Void>.makeStream()
    let serving = Task(executorPreference: loop) {
      await server.run { for await _ in stopped {} }
    }
    let (signals, loop, log) = (signals, loop, log)
    let (reload, supervisor, endStreams) = (reload, supervisor, endStreams)
    let listening = Task(executorPreference: loop) {
      var stopCount = 0
      while let signal = try? await signals.next(on: loop) {
        switch signal {
        case .hangUp:
          supervisor?.notify(.reloading)
          await reload()
          supervisor?.notify(.ready)
        case .terminate, .interrupt:
          stopCount += 1
          log.write(.notice, stopCount == 1 ? "stopping" : "stopping immediately")
          supervisor?.notify(.stopping, .status("stopping: completing the requests in progress"))
          endStreams()
          stopping.finish()
          if stopCount > 1 { serving.cancel() }
        }
      }
    }
    await serving.value
    listening.cancel()
    await listening.value
  }
}
