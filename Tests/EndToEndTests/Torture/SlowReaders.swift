import Foundation
import Sockets
import System
import TLS
import TestSupport

/// Readers that take a getaudio at a kilobyte a second, most over HTTP/1.1, one in five over
/// HTTP/2.
final class SlowReaders: Sendable {
  static let bytesPerSecond = 1000
  /// The size of the kernel's receive buffer of each reader: small, as on a phone, so that it does
  /// not receive the data of several seconds at once.
  private static let receiveBufferBytes: Int32 = 8 << 10

  private struct State {
    /// The number of bytes that each reader has read.
    var bytes: [Int: Int] = [:]
    var lost: [String] = []
    var hasLeft = false
  }

  let count: Int
  private let server: ServerProcess
  private let state = Lock(State())

  init(_ count: Int, of server: ServerProcess) {
    self.count = count
    self.server = server
  }

  /// Whether each reader has received the first bytes of its response, or was lost.
  var haveBegun: Bool { state.withLock { $0.bytes.count + $0.lost.count >= count } }
  /// The number of bytes that each reader has read, in ascending order.
  var byteCounts: [Int] { state.withLock { $0.bytes.values.sorted() } }
  /// The reasons for lost connections.
  var lost: [String] { state.withLock { $0.lost } }
  private var hasLeft: Bool { state.withLock { $0.hasLeft } }

  func leave() { state.withLock { $0.hasLeft = true } }

  /// Connects all readers, and reads until `leave`.
  func run() async throws {
    let loop = try EventLoop(name: "slow readers")
    defer { loop.stop() }
    await withDiscardingTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          do {
            try await loop.run {
              if number % 5 == 0 {
                try await self.readHTTP2(number, on: loop)
              } else {
                try await self.readHTTP1(number, on: loop)
              }
            }
          } catch {
            if !self.hasLeft { self.state.withLock { $0.lost.append("\(number): \(error)") } }
          }
        }
      }
    }
  }

  private func readHTTP1(_ number: Int, on loop: EventLoop) async throws {
    let stream = try await connect("http/1.1", on: loop)
    defer { stream.close() }
    try await stream.write(WireRequest.get("/getaudio/").bytes[...], until: .after(.seconds(60)))
    var bytes: [UInt8] = []
    while !hasLeft {
      let began = Deadline.now
      bytes.removeAll(keepingCapacity: true)
      let received = try await stream.read(
        into: &bytes, atMost: Self.bytesPerSecond, until: .after(.seconds(60)))
      guard received > 0 else { throw WireError(description: "the response has ended") }
      state.withLock { $0.bytes[number, default: 0] += received }
      try await loop.sleep(until: began.advanced(by: .seconds(1)))
    }
  }

  /// Reads as the windows allow, and opens them by a kilobyte per second.
  private func readHTTP2(_ number: Int, on loop: EventLoop) async throws {
    let stream = try await connect("h2", on: loop)
    defer { stream.close() }
    let peer = HTTP2Peer(opensWindows: false)
    let id = peer.request("GET", "/getaudio/")
    var consumed = 0
    while !hasLeft {
      let output = peer.takeOutput()
      if !output.isEmpty { try await stream.write(output[...], until: .after(.seconds(60))) }
      let next = Deadline.after(.seconds(1))
      try await read(stream, into: peer, until: next)
      try await loop.sleep(until: next)
      let response = peer.responses[id] ?? HTTP2Response()
      guard response.closeCode == nil, peer.goAway == nil else {
        throw WireError(description: "the stream has ended")
      }
      let count = min(Self.bytesPerSecond, response.body.count - consumed)
      guard count > 0 else { continue }
      peer.consume(count, of: id)
      consumed += count
      let taken = consumed
      state.withLock { $0.bytes[number] = taken }
    }
  }

  private func read(_ stream: TLSStream, into peer: HTTP2Peer, until deadline: Deadline)
    async throws
  {
    while true {
      var bytes: [UInt8] = []
      do throws(StreamError) {
        let received = try await stream.read(into: &bytes, atMost: 1 << 16, until: deadline)
        guard received > 0 else { throw .truncated }
      } catch {
        guard error == .timedOut else { throw error }
        return
      }
      peer.receive(bytes)
    }
  }

  private func connect(_ name: String, on loop: EventLoop) async throws -> TLSStream {
    let context = try TLSContext.client(
      trusting: server.certificate, applicationProtocols: name == "h2" ? ["h2"] : [])
    return try await TLSStream.connect(
      over: try SocketStream.connect(
        to: server.address, from: "127.0.0.1", receiveBufferBytes: Self.receiveBufferBytes,
        on: loop),
      to: server.address.hostText, context: context, until: .after(.seconds(60)))
  }
}
