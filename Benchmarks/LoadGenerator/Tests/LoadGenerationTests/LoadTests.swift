import Testing

@testable import LoadGeneration

@Suite("The requests of a load")
struct LoadTests {
  @Test func asksForARangeAndExpectsPartialContent() {
    var load = Load()
    load.port = 8443
    load.getPath = "/v1/audio/x.m4a"
    let head = "GET /v1/audio/x.m4a HTTP/1.1\r\nHost: 127.0.0.1:8443\r\n"
    #expect(String(decoding: load.getRequest, as: UTF8.self) == head + "\r\n")
    #expect(load.getStatus == 200)
    load.range = 10...19
    #expect(
      String(decoding: load.getRequest, as: UTF8.self) == head + "Range: bytes=10-19\r\n\r\n")
    #expect(load.getStatus == 206)
  }
}
