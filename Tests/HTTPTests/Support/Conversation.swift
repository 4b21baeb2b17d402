import HTTP
import TestSupport

/// A session and a peer that exchange bytes in memory.
final class Conversation {
  let session: HTTP2Session
  let peer: HTTP2Peer
  /// The events of the session, except those that only move bytes.
  private(set) var events: [String] = []
  private(set) var requests: [Int32: RequestHead] = [:]
  private(set) var refusals: [Int32: RequestError] = [:]
  private(set) var isClosed = false
  var second = 1_000
  /// The error code of the last GOAWAY frame, read from the raw output.
  private(set) var goAwayCode: UInt32?

  init(
    limits: RequestLimits = RequestLimits(), http2: HTTP2Limits = HTTP2Limits(),
    settings: [(UInt32, UInt32)] = [], opensWindows: Bool = true
  ) {
    guard let session = HTTP2Session(limits: limits, http2: http2) else {
      preconditionFailure("no memory")
    }
    self.session = session
    peer = HTTP2Peer(settings: settings, opensWindows: opensWindows)
  }

  /// Moves bytes in both directions until there are none.
  func run() {
    while true {
      let toServer = peer.takeOutput()
      session.receive(toServer[...], secondsSince1970: second)
      let toClient = serve()
      peer.receive(toClient)
      if toServer.isEmpty, toClient.isEmpty { return }
    }
  }

  /// Begins a request, and returns its stream.
  func begun(_ method: String = "GET", body: [UInt8]? = nil) -> Int32 {
    let id = peer.request(method, body: body)
    run()
    return id
  }

  /// Passes raw bytes to the session, and its output to the peer.
  func receive(_ bytes: [UInt8]) {
    session.receive(bytes[...], secondsSince1970: second)
    let response = serve()
    goAwayCode = RawFrame.goAwayCode(in: response) ?? goAwayCode
    peer.receive(response)
  }

  /// Returns the output of one write.
  func oneWrite() -> [UInt8] {
    while true {
      switch session.next() {
      case .hasOutput: return session.takeOutput().map { Array($0) } ?? []
      case .needsMoreBytes, .close: return []
      default: continue
      }
    }
  }

  /// Returns all output until the session needs more bytes.
  func serve() -> [UInt8] {
    var output: [UInt8] = []
    while true {
      switch session.next() {
      case .needsMoreBytes: return output
      case .hasOutput: while let bytes = session.takeOutput() { output += bytes }
      case .request(let stream, let head):
        requests[stream] = head
        events.append("request \(stream)")
      case .refusal(let stream, let error):
        refusals[stream] = error
        events.append("refusal \(stream)")
      case .bodyArrived(let stream): events.append("bodyArrived \(stream)")
      case .writable(let stream): events.append("writable \(stream)")
      case .streamEnded(let stream, let isCut):
        events.append("streamEnded \(stream)\(isCut ? " cut" : "")")
      case .streamRefused(let stream): events.append("streamRefused \(stream)")
      case .close:
        isClosed = true
        return output
      }
    }
  }

  /// Responds to a request with a body in memory.
  func respond(to stream: Int32, _ text: String, _ status: Status = .ok) throws {
    try session.respond(
      with: Response(status, body: .bytes(Array(text.utf8))), on: stream, secondsSince1970: 0)
  }

  /// Returns the unread part of a request body that has arrived, and whether the body is complete.
  func body(of stream: Int32) throws -> (text: String, isWhole: Bool) {
    var body: [UInt8] = []
    while true {
      switch try session.nextBody(of: stream) {
      case .bytes(let bytes): body += bytes
      case .end: return (String(decoding: body, as: UTF8.self), true)
      case .needsMoreBytes: return (String(decoding: body, as: UTF8.self), false)
      }
    }
  }
}
