import HTTP
import Testing

struct RequestErrorTests {
  @Test(
    arguments: [
      (RequestError.headTooLarge(limit: 1), 431), (.fieldCountExceeded(limit: 1), 431),
      (.trailersTooLarge(limit: 1), 431), (.targetTooLong(limit: 1), 414),
      (.bodyTooLarge(limit: 1), 413), (.methodTooLong(limit: 1), 501),
      (.unsupportedTransferEncoding, 501), (.unsupportedVersion, 505),
      (.unsupportedExpectation, 417), (.truncated, 400), (.emptyLinesExceeded(limit: 1), 400),
    ])
  func mapsEachLimitToAStatus(error: RequestError, code: Int) {
    #expect(error.status.code == code)
  }

  @Test func describesErrorsInOneLineWithTheLimit() {
    for request in BrokenRequest.all {
      let message = request.error.description
      #expect(message.count > 15 && !message.contains("\n"))
    }
    #expect(RequestError.bodyTooLarge(limit: 4711).description.contains("4711"))
    #expect(RequestError.headTooLarge(limit: 4711).description.contains("4711"))
  }
}
