internal import HTTP
internal import Sockets
private import TLS

/// One accepted connection, from its handshake to its end, in one task on one loop.
///
/// `drain` and `cut` are called from beside, on the same loop, while that task waits.
final class Connection {
  /// Who is at the other end, and who answers.
  struct Context {
    let remoteAddress: String
    /// Its number, for request ids.
    let number: UInt64
    let environment: HTTPServer.Environment
    let handler: Handler
  }

  private let socket: SocketStream
  private let context: Context
  private var tls: TLSStream?
  private var http: HTTP1Connection?
  private var isDraining = false

  init(_ socket: SocketStream, context: Context) {
    self.socket = socket
    self.context = context
  }

  func run() async {
    defer { cut() }
    guard let tls = await handshake(), !isDraining else { return }
    self.tls = tls
    let http = HTTP1Connection(over: tls, witness: socket, context: context)
    self.http = http
    await http.run()
  }

  /// The TLS side of the connection, or nil when there is none to be had.
  private func handshake() async -> TLSStream? {
    let environment = context.environment
    do throws(TLSError) {
      let tls = try TLSStream(accepting: socket, context: environment.contexts.current)
      do throws(StreamError) {
        try await tls.handshake(until: .after(environment.limits.handshakeTimeout))
        return tls
      } catch {
        // A peer that went without a word (a port scan, a health check) is no event, nor is our own
        // stopping.
        if error != .truncated, error != .cancelled { tell("\(error)") }
        if tls.failure == .plainHTTP {
          try? await PlainHTTPAnswer(environment: environment).send(on: socket)
        }
      }
    } catch {
      tell("\(error)")
    }
    return nil
  }

  private func tell(_ reason: String) {
    context.environment.observe(
      .handshakeFailed(remoteAddress: context.remoteAddress, reason: reason))
  }

  /// Asks the connection to end after the request that is under way, or at once when there is none.
  func drain() {
    isDraining = true
    guard let http, let tls else { return cut() }
    http.finishAfterResponse()
    // A request that is here but not read yet was sent in good faith: it is answered.
    if http.isAwaitingRequest, !socket.hasInput { tls.close() }
  }

  /// Gives the connection up at once, without the close_notify of an orderly end; whoever waits on
  /// it is told.
  func cut() {
    socket.close()
  }
}
