import Testing

@testable import LoadGeneration

@Suite("Posts that are never the same")
struct RequestTemplateTests {
  @Test("the mark replaces the placeholder, and the length stays true")
  func marks() throws {
    let content = Array("{\"m\":\"~~~~~~~~~~~~~~~~\"}".utf8)
    var template = try #require(RequestTemplate(path: "/p/", authority: "h:1", content: content))
    let first = String(decoding: template.request(number: 0x1f), as: UTF8.self)
    #expect(first.hasSuffix("\r\n\r\n{\"m\":\"~00000000000001f\"}"))
    #expect(first.hasPrefix("POST /p/ HTTP/1.1\r\nHost: h:1\r\n"))
    #expect(first.contains("Content-Length: \(content.count)\r\n"))
    #expect(template.mark == Array("~00000000000001f".utf8))
    #expect(template.request(number: 0x20) != Array(first.utf8)[...])
  }

  @Test("content without a placeholder makes no template")
  func none() {
    for content in ["", "{}", "{\"m\":\"~~~~~~~~~~~~~~~\"}"] {
      #expect(RequestTemplate(path: "/", authority: "h", content: Array(content.utf8)) == nil)
    }
  }
}
