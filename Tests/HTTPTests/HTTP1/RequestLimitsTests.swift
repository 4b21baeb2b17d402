import HTTP
import Testing

extension RequestLimits {
  /// Creates limits that differ from the defaults only in `bodyBytesMax`.
  init(bodyBytesMax: Int) {
    self.init()
    self.bodyBytesMax = bodyBytesMax
  }

  init(_ change: (inout RequestLimits) -> Void) {
    self.init()
    change(&self)
  }
}

struct RequestLimitsTests {
  /// Expects that `exact` is accepted, and that `over` is rejected with `error`.
  private func expect(
    _ exact: String, accepted limits: RequestLimits, _ over: String, rejected error: RequestError
  ) {
    #expect(parse(exact, limits: limits).error == nil)
    #expect(parse(exact, limits: limits).requests.last?.isComplete == true)
    #expect(parse(over, limits: limits).error == error)
    let bytes = Array(over.utf8)
    #expect(parse(bytes.indices.map { bytes[$0...$0] }, limits: limits).error == error)
  }

  /// The head of a request whose body is chunked.
  private static let head = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test func limitsTheHead() {
    let limits = RequestLimits {
      $0.headBytesMax = 100
      $0.targetBytesMax = 50
    }
    func request(_ count: Int) -> String {
      let fixed = "GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n"
      return "GET / HTTP/1.1\r\nHost: a\r\nX: "
        + String(repeating: "x", count: count - fixed.utf8.count) + "\r\n\r\n"
    }
    expect(request(100), accepted: limits, request(101), rejected: .headTooLarge(limit: 100))
  }

  @Test func refusesAnEndlessHeadAtTheLimit() {
    let limits = RequestLimits {
      $0.headBytesMax = 100
      $0.targetBytesMax = 50
    }
    let head = Array("GET / HTTP/1.0\r\nX: ".utf8) + [UInt8](repeating: 0x78, count: 200)
    #expect(parse([head.prefix(100)], limits: limits).error == nil)
    #expect(parse([head.prefix(101)], limits: limits).error == .headTooLarge(limit: 100))
  }

  @Test func limitsTheNumberOfFields() {
    let limits = RequestLimits { $0.fieldCountMax = 3 }
    func request(_ count: Int) -> String {
      "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: count - 1) + "\r\n"
    }
    expect(request(3), accepted: limits, request(4), rejected: .fieldCountExceeded(limit: 3))
  }

  @Test func limitsTheTarget() {
    let limits = RequestLimits { $0.targetBytesMax = 10 }
    expect(
      "GET /123456789 HTTP/1.0\r\n\r\n", accepted: limits, "GET /1234567890 HTTP/1.0\r\n\r\n",
      rejected: .targetTooLong(limit: 10))
  }

  @Test func limitsTheMethod() {
    let limits = RequestLimits { $0.methodBytesMax = 7 }
    expect(
      "OPTIONS / HTTP/1.0\r\n\r\n", accepted: limits, "OPTIONSX / HTTP/1.0\r\n\r\n",
      rejected: .methodTooLong(limit: 7))
  }

  @Test func limitsEmptyLinesBeforeARequest() {
    let limits = RequestLimits { $0.leadingEmptyLinesMax = 1 }
    expect(
      "\r\nGET / HTTP/1.0\r\n\r\n", accepted: limits, "\r\n\r\nGET / HTTP/1.0\r\n\r\n",
      rejected: .emptyLinesExceeded(limit: 1))
  }

  @Test func limitsTheTotalOfChunkExtensions() {
    let limits = RequestLimits { $0.chunkExtensionBytesMax = 10 }
    func request(_ count: Int) -> String {
      Self.head + "1;abcd\r\nx\r\n1;" + String(repeating: "e", count: count - 6)
        + "\r\nx\r\n0\r\n\r\n"
    }
    expect(request(10), accepted: limits, request(11), rejected: .chunkExtensionsTooLong(limit: 10))
  }

  @Test func limitsTheNumberOfSmallChunksByTheirMean() {
    let limits = RequestLimits {
      $0.freeChunkCountMax = 10
      $0.chunkBytesMeanMin = 3
    }
    func request(_ count: Int) -> String {
      Self.head + String(repeating: "2\r\nxx\r\n", count: count) + "0\r\n\r\n"
    }
    // Each chunk is one byte below the mean; ten free chunks make up for thirty such chunks.
    expect(request(30), accepted: limits, request(31), rejected: .chunksTooSmall(meanMin: 3))
  }

  @Test func acceptsManyChunksOfUsualSize() {
    let count = 5000
    let chunks = String(repeating: "10\r\n0123456789abcdef\r\n", count: count)
    let input = parse("\(Self.head)\(chunks)0\r\n\r\n")
    #expect(input.error == nil)
    #expect(input.requests.first?.body.count == 16 * count)
  }

  @Test func refusesAnEndlessChunkLineAtTheLimit() {
    let limits = RequestLimits { $0.chunkExtensionBytesMax = 10 }
    func error(_ count: Int) -> RequestError? {
      parse(Self.head + "1;" + String(repeating: "e", count: count), limits: limits).error
    }
    #expect(error(24) == nil)
    #expect(error(25) == .chunkExtensionsTooLong(limit: 10))
  }

  @Test func limitsTheTrailers() {
    let limits = RequestLimits { $0.trailerBytesMax = 10 }
    func request(_ count: Int) -> String {
      Self.head + "0\r\nX:" + String(repeating: "x", count: count - 6) + "\r\n\r\n"
    }
    expect(request(10), accepted: limits, request(11), rejected: .trailersTooLarge(limit: 10))
  }

  @Test func limitsTheNumberOfTrailers() {
    let limits = RequestLimits { $0.fieldCountMax = 2 }
    func request(_ count: Int) -> String {
      Self.head + "0\r\n" + String(repeating: "X: y\r\n", count: count) + "\r\n"
    }
    expect(request(2), accepted: limits, request(3), rejected: .fieldCountExceeded(limit: 2))
  }

  @Test func terminatesOnContradictoryLimits() async {
    await #expect(processExitsWith: .failure) {
      var limits = RequestLimits()
      limits.targetBytesMax = limits.headBytesMax
      _ = RequestParser(limits: limits)
    }
  }
}
