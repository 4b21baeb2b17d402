import Sockets
import System
import TLS
import TestSupport
import Testing

/// A client of live updates, which is cut off and continues by its position. It lives on a loop.
///
/// It uses HTTP/1.0, so that the body has no chunks.
final class EventReader {
  /// An event as the client saw it.
  struct Event: Hashable, Sendable {
    let name: String
    let id: String
  }

  private let loop: EventLoop
  private(set) var events: [Event] = []
  private(set) var position: String?
  private var stream: TLSStream?
  private var socket: SocketStream?
  private var received: [UInt8] = []
  /// The number of received bytes that have no end of a block.
  private var searchedCount = 0
  /// Whether the head of the response was read.
  private var isOpen = false

  init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Connects to a server, with the position if there is one, and reads the head of the response.
  func connect(to server: ServerProcess, _ context: TLSContext) async throws {
    (received, searchedCount, isOpen) = ([], 0, false)
    let socket = try await SocketStream.connect(
      to: server.address, on: loop, until: .after(hangTimeout))
    self.socket = socket
    let stream = try await TLSStream.connect(
      over: socket, to: server.address.hostText, context: context, until: .after(hangTimeout))
    self.stream = stream
    let field = position.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    let request = "GET /v1/events HTTP/1.0\r\nHost: x\r\n\(field)\r\n"
    try await stream.write(Array(request.utf8)[...], until: .after(hangTimeout))
    // A client without a position has one from the first block on.
    while !isOpen || position == nil { guard try await read() else { throw Ended() } }
  }

  struct Ended: Error {}

  /// The number of blocks without an event, one after another, after which nothing is expected any
  /// more: the server sends one every 15 seconds.
  private static let quietCountMax = 20
  private var quietCount = 0

  /// Reads once; returns false at the end of the stream.
  func read(within limit: Duration = hangTimeout) async throws -> Bool {
    guard let stream else { return false }
    guard try await stream.read(into: &received, atMost: 65_536, until: .after(limit)) > 0 else {
      return false
    }
    if !isOpen {
      guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return true }
      let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      try #require(head.contains(" 200 OK\r\n"), "\(head)")
      received.removeSubrange(..<end.upperBound)
      isOpen = true
    }
    while let end = received[max(0, searchedCount - 1)...].firstRange(of: [0x0A, 0x0A]) {
      take(String(decoding: received[..<end.lowerBound], as: UTF8.self))
      received.removeSubrange(..<end.upperBound)
      searchedCount = 0
    }
    searchedCount = received.count
    guard quietCount < Self.quietCountMax else { throw Ended() }
    return true
  }

  /// Reads until there are this many events, and continues whenever the stream ends.
  func readAll(_ count: Int, from server: ServerProcess, _ context: TLSContext) async throws {
    while events.count < count {
      guard try await !read() else { continue }
      cut()
      try await connect(to: server, context)
    }
  }

  private func take(_ block: String) {
    var (name, id) = (String?.none, "")
    for line in block.split(separator: "\n") {
      if line.hasPrefix("id: ") { position = String(line.dropFirst(4)) }
      if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
      if let start = line.firstRange(of: #""id":""#) {
        id = String(line[start.upperBound...].prefix(36))
      }
    }
    quietCount = name == nil ? quietCount + 1 : 0
    if let name { events.append(Event(name: name, id: id)) }
  }

  /// Cuts the connection, wherever the bytes are.
  func cut() {
    socket?.close()
    (socket, stream) = (nil, nil)
  }
}
