internal import Sockets
internal import System

@testable public import Crypto
@testable internal import TLS

/// An HTTP/1.1 server over TLS that responds as a test specifies, including in invalid ways.
public final class ScriptedServer: Sendable {
  /// A received request.
  public struct Request: Sendable {
    /// The request line and the fields, with their line ends.
    public let head: String
    public let body: [UInt8]
    /// The number of its connection, counted from 1.
    public let connection: Int

    /// Returns the value of a field; nil if it is absent.
    public func field(_ name: String) -> String? {
      let line = head.split(separator: "\r\n").first {
        $0.lowercased().hasPrefix(name.lowercased() + ":")
      }
      guard let line, let colon = line.firstIndex(of: ":") else { return nil }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
  }

  /// The server's reaction to a request.
  public enum Reaction: Sendable {
    case response(Int, fields: [String] = [], body: [UInt8])
    /// Sends these bytes, valid or not, and closes the socket at once.
    case cut(after: [UInt8])
    /// Sends nothing, for this duration or until the client is gone.
    case silence(Duration)
    /// Sends a response in chunks, with a pause after each.
    case slow([[UInt8]], pause: Duration)
    /// Sends the bytes that the function returns for 0, 1, 2 and so on, each in a segment of its
    /// own, until the client is gone.
    case endless(@Sendable (Int) async throws -> [UInt8])

    /// Responds with 200 and a text.
    public static func ok(_ text: String) -> Reaction { .response(200, body: Array(text.utf8)) }
  }

  public typealias Script = @Sendable (Request) async throws -> Reaction

  private struct State {
    var requests: [Request] = []
    var connectionCount = 0
  }

  private let context: TLSContext?
  private let script: Script
  private let state = Lock(State())
  /// The port on loopback.
  private let port = Lock(UInt16(0))

  private init(_ context: TLSContext?, _ script: @escaping Script) {
    self.context = context
    self.script = script
  }

  /// Runs a body beside a server; without a certified key the server uses plain HTTP.
  @discardableResult
  public static func with<Value: Sendable>(
    _ key: CertifiedKey?, script: @escaping Script,
    _ body: (ScriptedServer) async throws -> Value
  ) async throws -> Value {
    let context = try key.map { try TLSContext.server($0, applicationProtocols: ["http/1.1"]) }
    let server = ScriptedServer(context, script)
    let loop = try EventLoop(name: "scripted")
    defer { loop.stop() }
    let (ready, continuation) = AsyncStream<Void>.makeStream()
    let serving = Task(executorPreference: loop) {
      defer { continuation.finish() }
      try await server.serve(on: loop) { continuation.yield() }
    }
    defer { serving.cancel() }
    var iterator = ready.makeAsyncIterator()
    _ = await iterator.next()
    return try await body(server)
  }

  /// The prefix of its URLs.
  public var url: String { "\(context == nil ? "http" : "https")://127.0.0.1:\(number)" }
  /// The port.
  public var number: UInt16 { port.withLock { $0 } }
  /// The requests received so far.
  public var requests: [Request] { state.withLock { $0.requests } }
  /// The number of connections accepted so far.
  public var connectionCount: Int { state.withLock { $0.connectionCount } }

  // MARK: On the loop

  private func serve(on loop: EventLoop, _ didListen: () -> Void) async throws {
    let listener = try Listener(on: .loopback(), loop: loop)
    port.withLock { $0 = listener.address.port }
    didListen()
    defer { listener.close() }
    while true {
      // The socket is passed to one task of the same loop, and this task does not use it again.
      nonisolated(unsafe) let socket = try await listener.accept()
      Task(executorPreference: loop) {
        defer { unsafe socket.close() }
        try? await unsafe self.converse(socket)
      }
    }
  }

  private func converse(_ socket: SocketStream) async throws {
    let connection = state.withLock { state in
      state.connectionCount += 1
      return state.connectionCount
    }
    guard let context else { return try await converse(socket, socket, connection) }
    let stream = try await TLSStream.accept(
      over: socket, context: context, until: .after(hangTimeout))
    try await converse(stream, socket, connection)
  }

  private func converse(
    _ stream: any ByteStream, _ socket: SocketStream, _ connection: Int
  ) async throws {
    var received: [UInt8] = []
    while let request = try await next(&received, stream, connection) {
      state.withLock { $0.requests.append(request) }
      switch try await script(request) {
      case .response(let status, let fields, let body):
        try await write(Self.response(status, fields: fields, body: body), to: stream)
      case .cut(let bytes):
        try await write(bytes, to: stream)
        return
      case .silence(let duration):
        try await socket.loop.sleep(until: .after(duration))
        return
      case .slow(let chunks, let pause):
        for chunk in chunks {
          try await write(chunk, to: stream)
          try await socket.loop.sleep(until: .after(pause))
        }
      case .endless(let bytes):
        for number in 0... {
          try await write(bytes(number), to: stream)
          try await socket.loop.nextTick()
        }
      }
    }
  }

  private func write(_ bytes: [UInt8], to stream: any ByteStream) async throws {
    try await stream.write(bytes[...], until: .after(hangTimeout))
  }

  /// Returns a response with a `Content-Length`.
  public static func response(_ status: Int, fields: [String] = [], body: [UInt8]) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status) Scripted", "Content-Length: \(body.count)"] + fields
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  private func next(
    _ received: inout [UInt8], _ stream: any ByteStream, _ connection: Int
  ) async throws -> Request? {
    var request: Request?
    while request == nil {
      request = Self.takeRequest(from: &received, connection)
      guard request == nil else { break }
      let count = try await stream.read(
        into: &received, atMost: 65_536, until: .after(.seconds(60)))
      if count == 0 { return nil }
      // A TLS handshake (RFC 8446 section 5.1) on a plain HTTP port.
      if received.first == 22 {
        try await write(Self.response(400, body: []), to: stream)
        return nil
      }
    }
    return request
  }

  private static func takeRequest(from received: inout [UInt8], _ connection: Int) -> Request? {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
    let head = String(decoding: received[..<end], as: UTF8.self)
    let length = Request(head: head, body: [], connection: 0).field("Content-Length")
    let count = length.flatMap { Int($0) } ?? 0
    guard received.count >= end + count else { return nil }
    defer { received.removeFirst(end + count) }
    return Request(head: head, body: Array(received[end..<end + count]), connection: connection)
  }
}
