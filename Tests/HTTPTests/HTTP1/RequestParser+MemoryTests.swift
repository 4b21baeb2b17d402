import HTTP
import TestSupport
import Testing

/// A state of the parser, and the bytes that lead to it.
struct ParserState: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let prefix: String

  private static let line = "GET / HTTP/1.1\r\n"
  private static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  /// Every state in which a line is read.
  static let lines = [
    ParserState(testDescription: "between requests", prefix: ""),
    ParserState(testDescription: "after an empty line", prefix: "\r\n"),
    ParserState(testDescription: "method", prefix: "G"),
    ParserState(testDescription: "before the target", prefix: "GET "),
    ParserState(testDescription: "target", prefix: "GET /"),
    ParserState(testDescription: "before the version", prefix: "GET / "),
    ParserState(testDescription: "version", prefix: "GET / HTTP/1.1"),
    ParserState(testDescription: "end of the request line", prefix: "GET / HTTP/1.1\r"),
    ParserState(testDescription: "before a field", prefix: line),
    ParserState(testDescription: "field name", prefix: line + "X"),
    ParserState(testDescription: "before a field's value", prefix: line + "X:"),
    ParserState(testDescription: "field value", prefix: line + "X: y"),
    ParserState(testDescription: "end of a field line", prefix: line + "X: y\r"),
    ParserState(testDescription: "end of a head", prefix: line + "Host: a\r\n\r"),
    ParserState(testDescription: "before a chunk size", prefix: chunked),
    ParserState(testDescription: "chunk size", prefix: chunked + "1"),
    ParserState(testDescription: "before a chunk extension", prefix: chunked + "1;"),
    ParserState(testDescription: "name of a chunk extension", prefix: chunked + "1;a"),
    ParserState(testDescription: "before the extension's value", prefix: chunked + "1;a="),
    ParserState(testDescription: "value of a chunk extension", prefix: chunked + "1;a=b"),
    ParserState(testDescription: "quoted extension value", prefix: chunked + "1;a=\"b"),
    ParserState(testDescription: "quoted pair", prefix: chunked + "1;a=\"b\\"),
    ParserState(testDescription: "end of a chunk line", prefix: chunked + "1;a\r"),
    ParserState(testDescription: "end of a chunk", prefix: chunked + "1\r\nx"),
    ParserState(testDescription: "before a trailer", prefix: chunked + "0\r\n"),
    ParserState(testDescription: "trailer name", prefix: chunked + "0\r\nX"),
    ParserState(testDescription: "trailer value", prefix: chunked + "0\r\nX: y"),
    ParserState(testDescription: "end of the trailers", prefix: chunked + "0\r\n\r"),
  ]
}

@Suite(.needs(.time))
struct RequestParserMemoryTests {
  private static let bytesMax = 1 << 20
  /// The units that a client may repeat: characters of each class, and tokens of each state.
  private static let units =
    ["a", "A", "0", " ", "\t", ":", ";", "=", "\"", "\\", "/", "(", ",", "{", "%", "\r", "\n"]
    + ["\0", "\u{7F}", "ü", "\r\n", "a:b\r\n", "1\r\nx\r\n", ";a=b", " ;a", "GET ", "; "]

  /// A fraction of the defaults, which small slices reach sooner.
  private static let smallLimits = {
    var limits = RequestLimits()
    limits.headBytesMax /= 64
    limits.targetBytesMax /= 64
    limits.trailerBytesMax /= 64
    limits.chunkExtensionBytesMax /= 64
    limits.freeChunkCountMax /= 64
    return limits
  }()

  private static let sliceSizes = [1, 100, 65_536]
  /// Each unit, repeated up to each size.
  private static let slices = sliceSizes.map { sliceBytes in
    units.map { unit in
      let unit = Array(unit.utf8)
      return Array([[UInt8]](repeating: unit, count: max(1, sliceBytes / unit.count)).joined())
    }
  }

  /// Feeds a megabyte in equal slices; returns the maximum number of bytes that the parser held
  /// besides the last slice, and whether it rejected the input.
  private func feed(
    _ slice: [UInt8], after state: ParserState, limits: RequestLimits
  ) -> (heldBytesMax: Int, isRefused: Bool) {
    var parser = RequestParser(limits: limits)
    var input = ParsedInput()
    parser.receive(bytes(state.prefix))
    input.pull(&parser)
    var heldBytesMax = 0
    var sentBytes = 0
    while sentBytes < Self.bytesMax, input.error == nil {
      sentBytes += slice.count
      parser.receive(slice[...])
      input.pull(&parser)
      heldBytesMax = max(heldBytesMax, parser.unreadBytes - slice.count)
    }
    return (heldBytesMax, input.error != nil)
  }

  @Test(arguments: ParserState.lines, sliceSizes.indices)
  func holdsAtMostOneHeadForAnyRepeatedUnit(state: ParserState, size: Int) {
    for (unit, slice) in zip(Self.units, Self.slices[size]) {
      let limits = Self.sliceSizes[size] < 65_536 ? Self.smallLimits : RequestLimits()
      let (heldBytesMax, isRefused) = feed(slice, after: state, limits: limits)
      #expect(heldBytesMax <= limits.headBytesMax, "\(unit.debugDescription)")
      #expect(isRefused, "\(unit.debugDescription)")
    }
  }

  @Test(arguments: ParserState.lines)
  func holdsAtMostOneHeadForAnyRepeatedByte(state: ParserState) {
    for byte in UInt8.min...UInt8.max {
      let (heldBytesMax, isRefused) = feed(
        [UInt8](repeating: byte, count: 256), after: state, limits: Self.smallLimits)
      #expect(heldBytesMax <= Self.smallLimits.headBytesMax, "\(byte)")
      #expect(isRefused, "\(byte)")
    }
  }

  @Test(
    arguments: [
      ("", "A", 414), ("GET ", "/", 414), ("GET / HTTP/1.1 ", " ", 414),
      ("GET / HTTP/1.1\r\nX: ", "y", 431), ("GET / HTTP/1.1\r\n", "y", 431),
    ], [1, 100, 65_536])
  func rejectsEndlessRequestLinesAndFields(
    line: (prefix: String, unit: String, status: Int), sliceBytes: Int
  ) {
    var parser = RequestParser()
    var input = ParsedInput()
    parser.receive(bytes(line.prefix))
    let slice = bytes(String(repeating: line.unit, count: sliceBytes))
    for _ in 0...65_536 / sliceBytes where input.error == nil {
      parser.receive(slice)
      input.pull(&parser)
    }
    #expect(input.error?.status.code == line.status)
  }

  @Test(arguments: [1, 100, 65_536])
  func passesBodyBytesOnWithoutHoldingThem(sliceBytes: Int) throws {
    let count = sliceBytes == 1 ? 1 << 16 : Self.bytesMax
    for framing in [
      "Content-Length: \(count)\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n100000\r\n",
    ] {
      var parser = RequestParser()
      parser.receive(bytes("POST / HTTP/1.1\r\nHost: a\r\n" + framing))
      guard case .head = try parser.next() else {
        Issue.record("no head")
        return
      }
      let slice = [UInt8](repeating: 0x61, count: sliceBytes)
      for _ in 0..<count / sliceBytes {
        parser.receive(slice[...])
        guard case .body(let body) = try parser.next() else {
          Issue.record("no body")
          return
        }
        #expect(body.count == sliceBytes)
        #expect(parser.unreadBytes == 0)
      }
    }
  }
}
