import Foundation
internal import Sockets
public import System

/// A proxy between libpq and PostgreSQL that cuts a connection at a chosen point of a statement.
///
/// It parses only this much of the protocol: an unnamed statement begins with a Parse message
/// (`P`), and its response ends with ReadyForQuery (`Z`).
public final class CuttingProxy: Sendable {
  public enum Cut: Sendable {
    /// Cuts before the statement reaches the server.
    case beforeStatement
    /// Cuts after the statement has reached the server, before its response.
    case afterStatement
    /// Cuts after the server has committed and responded; the response never arrives.
    case afterResponse
    /// Cuts after the server has committed an INSERT, of any statement; no part of the responses to
    /// that transaction arrives.
    case afterCommit
  }

  private struct State {
    var cuts: [Cut] = []
    var cutCount = 0
    var refuses = false
    var replacements: [(text: [UInt8], other: [UInt8])] = []
    var replacedCount = 0
  }

  /// The two ends of one connection. They are made and used only on the proxy's loop, which makes
  /// it safe for two tasks of that loop to share them.
  private final class Pair: @unchecked Sendable {
    let client: SocketStream
    let server: SocketStream
    /// Whether the response to the current statement is discarded.
    var swallows = false
    var responses = InsertResponses()

    init(_ client: SocketStream, _ server: SocketStream) {
      self.client = client
      self.server = server
    }

    func close() {
      client.close()
      server.close()
    }
  }

  private let loop: EventLoop
  private let socketPath: String
  private let state = Lock(State())

  /// Runs a body with a proxy to a database, and with the URL of the proxy.
  ///
  /// - Parameter url: The URL of a database on a Unix socket,
  ///   `postgresql://user@/name?host=/directory`.
  public static func with<Value: Sendable>(
    _ url: String, on loop: EventLoop,
    _ body: (CuttingProxy, String) async throws -> Value
  ) async throws -> Value {
    guard var parts = URLComponents(string: url),
      let directory = parts.queryItems?.first(where: { $0.name == "host" })?.value
    else { throw POSIXError(.EINVAL) }
    let proxy = CuttingProxy(to: directory + "/.s.PGSQL.5432", on: loop)
    let (ports, continuation) = AsyncStream<UInt16>.makeStream()
    let serving = Task(executorPreference: loop) {
      try await proxy.serve { continuation.yield($0) }
    }
    defer { serving.cancel() }
    var iterator = ports.makeAsyncIterator()
    parts.port = await iterator.next().map { Int($0) }
    parts.host = "127.0.0.1"
    parts.queryItems = [URLQueryItem(name: "sslmode", value: "disable")]
    return try await body(proxy, parts.string ?? "")
  }

  private init(to socketPath: String, on loop: EventLoop) {
    self.socketPath = socketPath
    self.loop = loop
  }

  /// The number of connections that were cut.
  public var cutCount: Int { state.withLock { $0.cutCount } }

  /// Cuts the next statements, one for each argument.
  public func cut(_ cuts: Cut...) { state.withLock { $0.cuts += cuts } }

  /// Sets whether new connections are closed at once, as if the server were down.
  public func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

  /// Replaces a text by another of the same length wherever a client sends it.
  public func replace(_ text: String, by other: String) {
    precondition(text.utf8.count == other.utf8.count)
    state.withLock { $0.replacements.append((Array(text.utf8), Array(other.utf8))) }
  }

  /// The number of replacements.
  public var replacedCount: Int { state.withLock { $0.replacedCount } }

  private func replaceTexts(in chunk: inout [UInt8]) {
    state.withLock { state in
      for (text, other) in state.replacements {
        for range in chunk.ranges(of: text) {
          chunk.replaceSubrange(range, with: other)
          state.replacedCount += 1
        }
      }
    }
  }

  // MARK: On the loop

  private func serve(_ didListen: (UInt16) -> Void) async throws {
    let listener = try Listener(on: .loopback(), loop: loop)
    didListen(listener.address.port)
    defer { listener.close() }
    while true {
      let client = try await listener.accept()
      guard !state.withLock({ $0.refuses }) else {
        client.close()
        continue
      }
      let pair = Pair(client, try connected())
      Task(executorPreference: loop) { await self.pumpUp(pair) }
      Task(executorPreference: loop) { await self.pumpDown(pair) }
    }
  }

  private func connected() throws -> SocketStream {
    guard let number = unsafe unixSocket(SOCK_STREAM, at: socketPath, connect),
      fcntl(number, F_SETFL, O_NONBLOCK) == 0
    else { throw POSIXError(.ECONNREFUSED) }
    return try SocketStream(FileDescriptor(owning: number), peer: .loopback(), on: loop)
  }

  private func pumpUp(_ pair: Pair) async {
    defer { pair.close() }
    var chunk: [UInt8] = []
    while (try? await pair.client.read(into: &chunk, atMost: 1 << 16, until: .never)) ?? 0 > 0 {
      let cut = chunk.first == UInt8(ascii: "P") ? takeCut { $0 != .afterCommit } : nil
      if cut == .beforeStatement { return }
      replaceTexts(in: &chunk)
      // A statement may arrive in several chunks.
      pair.swallows = pair.swallows || cut == .afterResponse
      guard (try? await pair.server.write(chunk[...], until: .never)) != nil else { return }
      if cut == .afterStatement { return }
      chunk = []
    }
  }

  private func pumpDown(_ pair: Pair) async {
    defer { pair.close() }
    let ready: [UInt8] = [UInt8(ascii: "Z"), 0, 0, 0, 5]
    var chunk: [UInt8] = []
    while (try? await pair.server.read(into: &chunk, atMost: 1 << 16, until: .never)) ?? 0 > 0 {
      if pair.swallows {
        if chunk.suffix(6).starts(with: ready) { return }
      } else {
        let isCut = pair.responses.receive(chunk) { self.takeCut { $0 == .afterCommit } != nil }
        if isCut { return }
        guard (try? await pair.client.write(pair.responses.take()[...], until: .never)) != nil
        else { return }
        chunk = []
      }
    }
  }

  /// Removes and returns the next cut, if it is of the right kind.
  private func takeCut(_ isMeant: (Cut) -> Bool) -> Cut? {
    state.withLock { state in
      guard let next = state.cuts.first, isMeant(next) else { return nil }
      state.cutCount += 1
      return state.cuts.removeFirst()
    }
  }
}
