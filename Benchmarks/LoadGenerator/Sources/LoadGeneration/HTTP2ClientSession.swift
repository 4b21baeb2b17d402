/// The client side of an HTTP/2 connection with a constant number of concurrent GETs of one path
/// (RFC 9113): bytes in, finished responses and bytes out.
struct HTTP2ClientSession {
  /// One pending request.
  private struct Exchange {
    var stream: UInt32
    var began: UInt64
    var check: BodyCheck
    var bodyBytes = 0
    var hasHead = false
    var isOpen = true
  }

  /// A response that was received and is correct.
  struct Response {
    let began: UInt64
    let bodyBytes: Int
  }

  /// The largest possible window (RFC 9113 section 6.9.1): the client never delays the server.
  private static let windowBytes: UInt32 = 0x7fff_ffff
  private static let windowBytesAtFirst: UInt32 = 65_535

  private var parser = FrameParser()
  private var exchanges: [Exchange] = []
  private let expectation: BodyCheck.Expectation
  private let request: [UInt8]
  private var nextStream: UInt32 = 1
  private var block: [UInt8] = []
  private var bytesSinceUpdate: UInt32 = 0
  private(set) var output: [UInt8] = []

  init(_ load: Load) {
    expectation = load.getExpectation
    request = FieldBlock.get(
      path: load.getPath, authority: load.authority, wantsGzip: load.wantsGzip)
    output = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    // Settings: no table of fields, no push, the largest window.
    appendFrame(type: 4, flags: 0, stream: 0, length: 18)
    for (setting, value) in [(1, 0), (2, 0), (4, Self.windowBytes)] as [(UInt8, UInt32)] {
      output += [0, setting]
      append(value)
    }
    updateWindow(by: Self.windowBytes - Self.windowBytesAtFirst)
  }

  /// The number of requests without a response.
  var underWay: Int { exchanges.count { $0.isOpen } }

  mutating func takeOutput() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }

  /// Sends one more request.
  mutating func ask(at now: UInt64) {
    appendFrame(type: 1, flags: 0x5, stream: nextStream, length: request.count)
    output += request
    if let free = exchanges.firstIndex(where: { !$0.isOpen }) {
      exchanges[free].stream = nextStream
      exchanges[free].began = now
      exchanges[free].bodyBytes = 0
      exchanges[free].hasHead = false
      exchanges[free].isOpen = true
      exchanges[free].check.begin()
    } else {
      var check = BodyCheck(expectation)
      check.begin()
      exchanges.append(Exchange(stream: nextStream, began: now, check: check))
    }
    nextStream += 2
  }

  /// Processes received bytes; calls `finish` with each response that they complete.
  mutating func receive(_ bytes: [UInt8], finish: (Response) -> Void) throws(ResponseError) {
    var place = 0
    while true {
      switch try parser.next(in: bytes, at: &place) {
      case .needsMoreBytes: return
      case .data(let range, let header):
        let index = try index(of: header.stream)
        exchanges[index].check.receive(bytes[range])
        exchanges[index].bodyBytes += range.count
      case .dataEnd(let header):
        bytesSinceUpdate += UInt32(header.length)
        if bytesSinceUpdate > 1 << 28 { updateWindow(by: bytesSinceUpdate) }
        if header.flags & FrameParser.Header.endStream != 0 {
          finish(try end(header.stream))
        }
      case .frame(let header, let payload):
        try take(header, payload, finish)
      }
    }
  }

  private mutating func take(
    _ header: FrameParser.Header, _ payload: [UInt8], _ finish: (Response) -> Void
  ) throws(ResponseError) {
    switch header.type {
    case FrameParser.Header.headers:
      var block = payload[...]
      if header.flags & FrameParser.Header.padded != 0 { block = block.dropFirst() }
      if header.flags & FrameParser.Header.priority != 0 { block = block.dropFirst(5) }
      let index = try index(of: header.stream)
      // A second block on a stream is trailers.
      if !exchanges[index].hasHead { try FieldBlock.expectSuccess(block) }
      exchanges[index].hasHead = true
      if header.flags & FrameParser.Header.endStream != 0 { finish(try end(header.stream)) }
    case FrameParser.Header.settings where header.flags & 1 == 0:
      appendFrame(type: 4, flags: 1, stream: 0, length: 0)
    case FrameParser.Header.ping where header.flags & 1 == 0:
      appendFrame(type: 6, flags: 1, stream: 0, length: payload.count)
      output += payload
    case FrameParser.Header.resetStream: throw .ended("RST_STREAM")
    case FrameParser.Header.goAway: throw .ended("GOAWAY")
    default: break
    }
  }

  private mutating func end(_ stream: UInt32) throws(ResponseError) -> Response {
    let index = try index(of: stream)
    guard exchanges[index].hasHead else { throw .malformed("body without a head") }
    exchanges[index].isOpen = false
    try exchanges[index].check.finish()
    return Response(began: exchanges[index].began, bodyBytes: exchanges[index].bodyBytes)
  }

  private func index(of stream: UInt32) throws(ResponseError) -> Int {
    guard let index = exchanges.firstIndex(where: { $0.stream == stream && $0.isOpen }) else {
      throw .unexpectedBytes
    }
    return index
  }

  // MARK: Output

  private mutating func appendFrame(type: UInt8, flags: UInt8, stream: UInt32, length: Int) {
    output += [
      UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8),
      UInt8(truncatingIfNeeded: length), type, flags,
    ]
    append(stream)
  }

  private mutating func append(_ value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      output.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  private mutating func updateWindow(by bytes: UInt32) {
    appendFrame(type: 8, flags: 0, stream: 0, length: 4)
    append(bytes)
    bytesSinceUpdate = 0
  }
}
