import FuzzInput
import HTTP

/// Serves a whole connection: responds to every request, reads every second body, and streams every
/// third response.
///
/// The connection must end in a number of steps bounded by the bytes, whatever they are.
struct ServedConnection {
  private let session: HTTP2Session
  /// The received heads, by stream.
  private(set) var heads: [Int32: String] = [:]
  private var readers: Set<Int32> = []
  private var isClosed = false
  private var isEnded = false
  private var sentBytes = 0
  private var steps = 1000

  init(_ session: HTTP2Session) { self.session = session }

  /// Whether the connection or a stream was closed because of an error of the peer.
  private(set) var isFaulty = false

  mutating func take(_ bytes: ArraySlice<UInt8>) {
    steps += 64 * bytes.count
    session.receive(bytes, secondsSince1970: 0)
    serve()
  }

  /// Ends the input; no stream may be left.
  mutating func end() {
    isEnded = true
    session.receiveEnd()
    serve()
    claim(isClosed, "a connection that does not end")
    claim(session.openStreamCount == 0, "a stream outlives its connection")
  }

  private mutating func serve() {
    while !isClosed {
      steps -= 1
      claim(steps > 0, "a connection that never ends")
      claim(
        session.openStreamCount <= session.http2.streamsMax * 2 + 1, "more streams than may be open"
      )
      switch session.next() {
      case .needsMoreBytes: return
      case .hasOutput:
        while let bytes = session.takeOutput() { sentBytes += bytes.count }
      case .request(let stream, let head): respond(to: head, on: stream)
      case .refusal(let stream, let error):
        claim(!error.description.isEmpty, "an error has its words")
        isFaulty = true
        respond(Response(error.status, body: .bytes([0x7b, 0x7d])), on: stream)
      case .bodyArrived(let stream): read(stream)
      case .writable(let stream): finish(stream)
      case .streamEnded(let stream, let isCut):
        readers.remove(stream)
        isFaulty = isFaulty || isCut
      case .streamRefused(let stream):
        claim(heads[stream] == nil || !readers.contains(stream), "an open stream is over")
      case .close:
        isClosed = true
        isFaulty = isFaulty || !isEnded
      }
    }
  }

  private mutating func respond(to head: RequestHead, on stream: Int32) {
    claim(head.fields.count <= session.limits.fieldCountMax, "more fields than may be")
    claim(head.target.path.utf8.count <= session.limits.targetBytesMax, "a path over its limit")
    let length = head.announcedBytes.map { "\($0)" } ?? "unknown"
    heads[stream] = "\(head.method) \(head.target) \(head.fields.count) \(length)"
    if stream % 4 == 1, head.hasBody {
      readers.insert(stream)
      return read(stream)
    }
    session.discardBody(of: stream)
    if stream % 3 == 0 {
      respond(Response(.ok, body: .stream(length: nil, EmptyStream())), on: stream)
      write(stream)
    } else {
      respond(Response(.ok, body: .bytes([0x7b, 0x7d])), on: stream)
    }
  }

  private mutating func read(_ stream: Int32) {
    guard readers.contains(stream) else { return }
    do throws(RequestBodyError) {
      while true {
        switch try session.nextBody(of: stream) {
        case .needsMoreBytes: return
        case .bytes(let bytes): claim(!bytes.isEmpty, "empty body bytes")
        case .end:
          readers.remove(stream)
          return respond(Response(.ok, body: .bytes([0x7b, 0x7d])), on: stream)
        }
      }
    } catch {
      readers.remove(stream)
      session.discardBody(of: stream)
      respond(Response(error.status), on: stream)
    }
  }

  private func respond(_ response: Response, on stream: Int32) {
    do throws(ResponseError) {
      try session.respond(with: response, on: stream, secondsSince1970: 0)
    } catch {
      claim(error == .streamIsOver, "a response was not accepted: \(error)")
    }
  }

  /// Writes a chunk of a streamed response; its end follows when the window allows.
  private func write(_ stream: Int32) {
    do throws(ResponseError) {
      if session.needsResponseBody(on: stream) { try session.write([1, 2, 3], on: stream) }
    } catch {
      claim(error == .streamIsOver, "a chunk was not accepted: \(error)")
    }
    if session.isWritable(on: stream) { finish(stream) }
  }

  private func finish(_ stream: Int32) {
    do throws(ResponseError) {
      if session.needsResponseBody(on: stream) { try session.finish(on: stream) }
    } catch {
      claim(error == .streamIsOver, "an end was not accepted: \(error)")
    }
  }
}

/// A body that the fuzzer writes itself.
private final class EmptyStream: ResponseStream {
  func next() async throws -> ArraySlice<UInt8>? { nil }
}
