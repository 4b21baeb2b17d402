import HTTP
import Sockets
import System
import TLS

@testable import WebServer

/// A stream in memory: reads follow a script, and writes are recorded.
final class ScriptedStream: ByteStream {
  enum Step {
    case bytes(String)
    case fails(StreamError)
    /// The same bytes repeatedly, without waiting, until `isOver`.
    case flood(String)
  }

  private var steps: [Step]
  private(set) var written: [UInt8] = []
  private(set) var readSizes: [Int] = []
  private(set) var isFinished = false
  private(set) var isClosed = false
  var isOver = false

  init(_ steps: [Step]) {
    self.steps = steps
  }

  var text: String { String(decoding: written, as: UTF8.self) }

  func read(into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline)
    async throws(StreamError) -> Int
  {
    readSizes.append(count)
    guard let step = steps.first else { return 0 }
    switch step {
    case .bytes(let text):
      steps.removeFirst()
      let bytes = text.utf8.prefix(count)
      if bytes.count < text.utf8.count {
        steps.insert(.bytes(String(text.utf8.dropFirst(count)) ?? ""), at: 0)
      }
      buffer.append(contentsOf: bytes)
      return bytes.count
    case .fails(let error):
      steps.removeFirst()
      throw error
    case .flood(let text):
      // Bounds a test that would otherwise never end.
      guard !isOver, readSizes.count < 100_000 else { return 0 }
      buffer.append(contentsOf: text.utf8)
      return text.utf8.count
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline) async throws(StreamError) {
    written += bytes
  }

  func finishWriting(until deadline: Deadline) async throws(StreamError) { isFinished = true }

  func close() { isClosed = true }
}

extension Connection.Context {
  /// A context without a server.
  static func test(
    limits: ServerLimits = ServerLimits(), events: EventRecord = EventRecord(),
    contexts: TLSContextSlot, quota: TickQuota? = nil, handler: @escaping Handler
  ) -> Connection.Context {
    Connection.Context(
      client: ClientAddress("192.0.2.1", key: AddressKey(ipv4: [192, 0, 2, 1])), number: 7,
      loopNumber: 0,
      environment: HTTPServer.Environment(
        contexts: contexts, limits: limits,
        observe: { events.append($0) },
        refusal: { Response($0, body: .bytes(Array($1.utf8))) }),
      handler: handler, quota: quota)
  }
}
