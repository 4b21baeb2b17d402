import EventLoop
import HTTP
import Sockets
import TLS

/// Sends requests to the few servers that the operator names: an identity provider and a webhook.
///
/// A small client on an event loop, so that the server needs neither another library nor another
/// process. Each request has its own connection. Redirects are not followed, so a request reaches
/// no other server than the named one. A server over HTTPS must have a certificate that the system
/// trusts (`SSL_CERT_FILE` names others).
final class WebClient: Sendable {
  /// Maximum number of addresses of a name that are tried.
  static let addressesMax = 4
  /// Maximum size of one read, in bytes.
  private static let readBytesMax = 64 << 10

  /// One request.
  struct Request: Sendable {
    let url: WebURL
    /// The body of a POST, in JSON; nil for a GET.
    var json: [UInt8]?
    /// Maximum size of the response's body, in bytes.
    let bytesMax: Int
    /// Maximum time from the start of the request to the end of the response.
    let timeout: Duration
  }

  /// Why there is no response.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case unresolvable(host: String)
    case timedOut
    /// The connection, the TLS handshake or the exchange failed.
    case connection(String)
    case notHTTP(ResponseReaderError)

    var description: String {
      switch self {
      case .unresolvable(let host): "cannot resolve host name \(host)"
      case .timedOut: "timed out"
      case .connection(let reason): reason
      case .notHTTP(.malformed): "the response is not HTTP/1.1"
      case .notHTTP(.tooLarge): "the response is too large"
      case .notHTTP(.truncated): "the connection closed before the end of the response"
      }
    }
  }

  /// The threads for the lookups of names, which may block for many seconds.
  private static let threads = WorkerPool(threadsMax: 4, waitingMax: 64)

  private let loop: EventLoop
  private let context: TLSContext
  private let agent: String

  /// Creates a client that works on a loop.
  ///
  /// - Parameter authorities: A PEM file with the trusted authorities; nil for those of the system.
  init(on loop: EventLoop, agent: String, trusting authorities: String? = nil)
    throws(CertificateError)
  {
    context = try TLSContext.client(
      trusting: authorities, applicationProtocols: ["http/1.1"])
    (self.loop, self.agent) = (loop, agent)
  }

  /// Sends a request and returns its response. Any task may call this.
  func response(to request: Request) async throws(Failure) -> ReceivedResponse {
    let result = try? await loop.run { () async -> Result<ReceivedResponse, Failure> in
      do throws(Failure) { return .success(try await self.exchange(request)) } catch {
        return .failure(error)
      }
    }
    guard let result else { throw .timedOut }
    return try result.get()
  }

  private func exchange(_ request: Request) async throws(Failure) -> ReceivedResponse {
    let deadline = Deadline.after(request.timeout)
    let url = request.url
    let socket = try await connect(to: url, until: deadline)
    defer { socket.close() }
    let result: Result<ReceivedResponse, Failure>
    do throws(StreamError) {
      let stream: any ByteStream =
        url.isSecure
        ? try await TLSStream.connect(
          over: socket, to: url.host, context: context, until: deadline) : socket
      try await stream.write(head(of: request)[...], until: deadline)
      if let body = request.json { try await stream.write(body[...], until: deadline) }
      result = try await Self.read(from: stream, atMost: request.bytesMax, until: deadline)
    } catch {
      throw error == .timedOut ? .timedOut : .connection("\(error)")
    }
    return try result.get()
  }

  private static func read(
    from stream: any ByteStream, atMost bytesMax: Int, until deadline: Deadline
  ) async throws(StreamError) -> Result<ReceivedResponse, Failure> {
    var reader = ResponseReader(bodyBytesMax: bytesMax)
    while true {
      var bytes: [UInt8] = []
      let count = try await stream.read(into: &bytes, atMost: readBytesMax, until: deadline)
      reader.receive(bytes)
      do throws(ResponseReaderError) {
        if let response = try reader.response(isAtEnd: count == 0) { return .success(response) }
      } catch {
        return .failure(.notHTTP(error))
      }
    }
  }

  private func head(of request: Request) -> [UInt8] {
    var lines = [
      "\(request.json == nil ? "GET" : "POST") \(request.url.target) HTTP/1.1",
      "Host: \(request.url.authority)", "User-Agent: \(agent)", "Accept: application/json",
      "Connection: close",
    ]
    if let body = request.json {
      lines += ["Content-Type: application/json", "Content-Length: \(body.count)"]
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Connects to the first address that accepts.
  private func connect(
    to url: WebURL, until deadline: Deadline
  ) async throws(Failure) -> SocketStream {
    let addresses = try await addresses(of: url, until: deadline)
    var failure = Failure.unresolvable(host: url.host)
    for address in addresses.prefix(Self.addressesMax) {
      do throws(SocketError) {
        return try await SocketStream.connect(to: address, on: loop, until: deadline)
      } catch {
        guard error != .timedOut else { throw .timedOut }
        failure = .connection("\(error)")
      }
    }
    throw failure
  }

  /// A lookup in progress, on the loop.
  private final class Lookup {
    let end: AsyncEvent
    var addresses: [SocketAddress] = []

    init(on loop: EventLoop) { end = AsyncEvent(on: loop) }
  }

  /// Returns the addresses of a host. A lookup that takes longer ends by itself.
  private func addresses(
    of url: WebURL, until deadline: Deadline
  ) async throws(Failure) -> [SocketAddress] {
    let (host, port) = (url.host, url.port)
    if let numeric = SocketAddress(numericHost: host, port: port) { return [numeric] }
    let lookup = Lookup(on: loop)
    loop.start(lookup) { lookup in
      let found = try? await Self.threads.run(for: host) {
        try? SocketAddress.resolve(host: host, port: port)
      }
      lookup.addresses = (found ?? nil) ?? []
      lookup.end.signal()
    }
    do throws(WaitError) { try await lookup.end.wait(until: deadline) } catch { throw .timedOut }
    return lookup.addresses
  }
}
