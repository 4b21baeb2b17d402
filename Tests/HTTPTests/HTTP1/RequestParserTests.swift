import HTTP
import TestSupport
import Testing

struct RequestParserTests {
  @Test(arguments: GoodRequest.all)
  func readsEveryGoodRequest(_ request: GoodRequest) throws {
    let input = parse(request.text)
    #expect(input.error == nil)
    let parsed = try #require(input.requests.first)
    #expect(input.requests.count == 1)
    #expect(parsed.method == request.method)
    #expect(parsed.target.path == request.path)
    #expect(parsed.bodyText == request.body)
    #expect(parsed.isComplete)
  }

  @Test(arguments: GoodRequest.all)
  func readsAGoodRequestInAnyTwoSlicesAndByteByByte(_ request: GoodRequest) {
    let bytes = request.bytes
    let whole = parse([bytes[...]])
    #expect(parse(bytes.indices.map { bytes[$0...$0] }) == whole)
    for cut in 0...bytes.count {
      #expect(parse([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: GoodRequest.all)
  func needsMoreBytesForEveryPrefix(_ request: GoodRequest) {
    let bytes = request.bytes
    for count in 0..<bytes.count {
      let input = parse([bytes[..<count]])
      #expect(input.error == nil, "prefix of \(count)")
      #expect(input.requests.first?.isComplete != true, "prefix of \(count)")
    }
  }

  @Test(arguments: 0...255)
  func rejectsControlCharactersExceptHTAB(value: Int) {
    let byte = UInt8(value)
    let error = parse([[0x61, byte, 0x61]]).error
    switch byte {
    case 0x0A: #expect(error == .bareLineFeed)
    case 0x0D: #expect(error == .bareCarriageReturn)
    case 0x00..<0x09, 0x0B..<0x20, 0x7F: #expect(error == .controlCharacter)
    default: #expect(error == nil)
    }
  }

  @Test func readsPipelinedRequestsInOrder() {
    let input = parse(GoodRequest.pipeline)
    #expect(input.error == nil)
    #expect(input.requests.count == GoodRequest.all.count)
    #expect(input.requests.map(\.target.path) == GoodRequest.all.map(\.path))
    #expect(input.requests.map(\.bodyText) == GoodRequest.all.map(\.body))
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func readsPipelinedRequestsInSlicesOfAnySize(size: Int) {
    let bytes = Array(GoodRequest.pipeline.utf8)
    let slices = stride(from: 0, to: bytes.count, by: size).map {
      bytes[$0..<min($0 + size, bytes.count)]
    }
    #expect(parse(slices) == parse([bytes[...]]))
  }

  @Test(arguments: BrokenRequest.all)
  func rejectsEveryBrokenRequestByCause(_ request: BrokenRequest) {
    let input = parse(request.text)
    #expect(input.error == request.error)
    #expect(input.error?.status.code == request.status)
    let bytes = Array(request.text.utf8)
    #expect(parse(bytes.indices.map { bytes[$0...$0] }).error == request.error)
  }

  @Test func repeatsItsErrorAndAcceptsNoMoreBytes() {
    var parser = RequestParser()
    parser.receive(bytes("GET / HTTP/1.1\nHost: a\r\n\r\n"))
    #expect(throws: RequestError.bareLineFeed) { try parser.next() }
    parser.receive(bytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
    #expect(parser.unreadBytes == 0)
    #expect(throws: RequestError.bareLineFeed) { try parser.next() }
  }

  @Test(arguments: 0..<8)
  func parsesAChangedByteTheSameInTwoSlices(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    for _ in 0..<400 {
      var bytes = GoodRequest.all.randomElement(using: &random)?.bytes ?? []
      let position = Int.random(in: 0..<bytes.count, using: &random)
      bytes[position] = UInt8.random(in: 0...255, using: &random)
      let cut = Int.random(in: 0...bytes.count, using: &random)
      let whole = parse([bytes[...]])
      #expect(parse([bytes[..<cut], bytes[cut...]]) == whole, "\(bytes)")
    }
  }

  @Test func survivesRandomBytes() {
    var random = SeededGenerator(state: 42)
    let alphabet = Array("GET / HTTP/1.1\r\n:chunked05;\0\u{FF}".utf8)
    for _ in 0..<2000 {
      let noise = (0..<Int.random(in: 0..<80, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      var parser = RequestParser()
      parser.receive(noise[...])
      var input = ParsedInput()
      input.pull(&parser)
      #expect(input.requests.isEmpty || input.requests[0].version >= .http10)
    }
  }
}
