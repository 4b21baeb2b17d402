import Sockets
import System
import TLS
import TestSupport

/// A connection of an attacker: any bytes over TLS, or HTTP/2 frames made by hand.
final class HostileClient {
  let stream: TLSStream
  private var received: [UInt8] = []
  private var nextStream: UInt32 = 1

  init(_ stream: TLSStream) { self.stream = stream }

  func send(_ bytes: [UInt8], within limit: Duration = hangTimeout) async throws {
    try await stream.write(bytes[...], until: .after(limit))
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func close() { stream.close() }

  /// The status of the next HTTP/1.1 response with a length; nil when the connection ends before
  /// it.
  func status(within limit: Duration = hangTimeout) async throws -> Int? {
    let deadline = Deadline.after(limit)
    while true {
      if let (status, byteCount) = nextResponse(), received.count >= byteCount {
        received.removeFirst(byteCount)
        return status
      }
      do throws(StreamError) {
        guard try await stream.read(into: &received, atMost: 65_536, until: deadline) > 0 else {
          return nil
        }
      } catch {
        guard error == .reset || error == .truncated else { throw error }
        return nil
      }
    }
  }

  /// The status and the length of the response whose head has come.
  private func nextResponse() -> (status: Int?, byteCount: Int)? {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
    let head = String(decoding: received[..<end], as: UTF8.self)
    let length = head.firstMatch(of: /\r\n[Cc]ontent-[Ll]ength: *([0-9]+)/).flatMap { Int($0.1) }
    return (head.split(separator: " ").dropFirst().first.flatMap { Int($0) }, end + (length ?? 0))
  }

  /// Sends the HTTP/2 preface and this initial stream window; the connection's window stays open.
  func beginHTTP2(streamWindow: UInt32 = 65_535) async throws {
    try await send(
      Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        + RawFrame.frame(4, RawFrame.setting(4, streamWindow))
        + RawFrame.windowUpdate(0, by: 0x3fff_ffff))
  }

  /// The frames of a request on the next stream; more of its body may follow unless it `ends`.
  func requestFrames(
    _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil,
    ends: Bool = true
  ) -> (bytes: [UInt8], stream: UInt32) {
    let stream = nextStream
    nextStream += 2
    var bytes = RawFrame.head(
      stream, RawFrame.request(method, path, fields), endsStream: body == nil && ends)
    var rest = (body ?? [])[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(16_384)
      rest = rest.dropFirst(chunk.count)
      bytes += RawFrame.frame(
        0, flags: rest.isEmpty && ends ? 1 : 0, stream: stream, Array(chunk))
    }
    return (bytes, stream)
  }

  /// Sends a request on the next stream.
  @discardableResult
  func request(
    _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil,
    ends: Bool = true
  ) async throws -> UInt32 {
    let (bytes, stream) = requestFrames(method, path, fields, body: body, ends: ends)
    try await send(bytes)
    return stream
  }

  /// The frames that come within a time; nil when the server has ended the connection.
  func frames(within limit: Duration) async throws -> [RawFrame.Received]? {
    do throws(StreamError) {
      let count = try await stream.read(into: &received, atMost: 1 << 18, until: .after(limit))
      guard count > 0 else { return nil }
    } catch {
      switch error {
      case .timedOut: break
      case .reset, .truncated: return nil
      default: throw error
      }
    }
    return RawFrame.take(from: &received)
  }
}
