import Testing

@testable import LoadGeneration

@Suite("Posts that are never the same")
struct RequestTemplateTests {
  @Test func replacesThePlaceholderWithoutChangingTheLength() throws {
    let body = Array("{\"m\":\"~~~~~~~~~~~~~~~~\"}".utf8)
    var template = try #require(RequestTemplate(path: "/p/", authority: "h:1", body: body))
    let first = String(decoding: template.request(number: 0x1f), as: UTF8.self)
    #expect(first.hasSuffix("\r\n\r\n{\"m\":\"~00000000000001f\"}"))
    #expect(first.hasPrefix("POST /p/ HTTP/1.1\r\nHost: h:1\r\n"))
    #expect(first.contains("Content-Length: \(body.count)\r\n"))
    #expect(template.token == Array("~00000000000001f".utf8))
    #expect(template.request(number: 0x20) != Array(first.utf8)[...])
  }

  @Test func rejectsBodiesWithoutPlaceholder() {
    for body in ["", "{}", "{\"m\":\"~~~~~~~~~~~~~~~\"}"] {
      #expect(RequestTemplate(path: "/", authority: "h", body: Array(body.utf8)) == nil)
    }
  }
}
