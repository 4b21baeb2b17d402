import EventLoop
import Synchronization
import TLS
import WebServer

/// Handles signals while a server serves. SIGHUP reloads the certificate and the log's options.
/// SIGTERM and SIGINT start a graceful shutdown, and a second one of them stops immediately.
struct StopSignal {
  let signals: Signals
  let loop: EventLoop
  let certificate: ServerCertificate
  let log: Log
  let readLogAgain: @Sendable () throws -> (LogLevel, LogFormat)
  /// Called when the server stops: ends the responses that have no end of their own.
  let endStreams: @Sendable () -> Void

  /// Serves until the server has stopped.
  func serve(_ server: HTTPServer) async {
    let (stopped, stopping) = AsyncStream<Void>.makeStream()
    let serving = Task(executorPreference: loop) {
      await server.run { for await _ in stopped {} }
    }
    let (signals, loop, certificate, log) = (signals, loop, certificate, log)
    let (endStreams, readLogAgain) = (endStreams, readLogAgain)
    let listening = Task(executorPreference: loop) {
      var stopCount = 0
      while let signal = try? await signals.next(on: loop) {
        switch signal {
        case .hangUp:
          log.reload(readLogAgain)
          certificate.reload(log)
        case .terminate, .interrupt:
          stopCount += 1
          log.write(.notice, stopCount == 1 ? "stopping" : "stopping immediately")
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
