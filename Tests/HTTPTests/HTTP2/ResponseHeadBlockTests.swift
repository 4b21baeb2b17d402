import Testing

@testable import HTTP

@Suite("ResponseHeadBlock")
struct ResponseHeadBlockTests {
  @Test func containsOnlyTheStatus() {
    let fields = ResponseHeadBlock.status(100)
    #expect(fields.map { "\($0.name) \($0.value)" } == [":status 100"])
  }

  @Test func writesNamesInLowerCaseWithoutReservedFields() {
    var block = ResponseHeadBlock()
    block.append("date") { $0.append(decimal: 7) }
    block.append([
      "X-Name": "Value", "TE": "trailers", "Proxy-Connection": "close", "Content-Length": "1",
      "ETag": "\"A\"",
    ])
    #expect(
      block.fields.map { "\($0.name)=\($0.value)" } == ["date=7", "x-name=Value", "etag=\"A\""])
  }
}
