internal import HTTP
internal import Sockets
private import TLS

/// One accepted connection, from its handshake to its end, in one task on one loop.
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
  private var http: HTTP1Connection?
  private var tls: TLSStream?
  private var isDraining = false

  init(_ socket: SocketStream, context: Context) {
    self.socket = socket
    self.context = context
  }

  func run() async {
    defer { cut() }
    guard let tls = await handshake(), !isDraining else { return }
    self.tls = tls
    let http = HTTP1Connection(over: tls, context: context)
    self.http = http
    await http.run()
  }

  /// The TLS side of the connection, or nil when there is none to be had.
  private func handshake() async -> TLSStream? {
    let environment = context.environment
    do {
      let tls = try TLSStream(accepting: socket, context: environment.contexts.current)
      try await tls.handshake(until: .after(environment.limits.handshakeTimeout))
      return tls
    } catch {
      // A peer that went without a word (a port scan, a health check) is no event.
      guard error as? StreamError != .truncated else { return nil }
      environment.observe(
        .handshakeFailed(remoteAddress: context.remoteAddress, reason: "\(error)"))
      return nil
    }
  }

  /// Asks the connection to end after the request that is under way, or at once when there is none.
  func drain() {
    isDraining = true
    if let http { http.drain() } else { cut() }
  }

  /// Gives the connection up at once; whoever waits on it is told.
  func cut() {
    tls?.close()
    socket.close()
  }
}
