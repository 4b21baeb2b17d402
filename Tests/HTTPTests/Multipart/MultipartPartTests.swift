import Testing

@testable import HTTP

struct MultipartPartTests {
  private func part(_ lines: String...) throws(MultipartError) -> MultipartPart {
    try MultipartPart(lines.map { Array($0.utf8)[...] })
  }

  @Test func readsWhatAPartSays() throws {
    let part = try part(
      #"Content-Disposition: form-data; name="a%22b%0D%0A"; filename="ü.m4a""#,
      "content-type:audio/mp4; charset=X", "Content-Transfer-Encoding: BASE64", "X-Other: y")
    #expect(part.name == "a\"b\r\n" && part.filename == "ü.m4a")
    #expect(part.contentType?.value == "audio/mp4" && part.contentType?["charset"] == "X")
    #expect(part.transferEncoding == "base64")
    let plain = try self.part("Content-Disposition: form-data; name=x")
    #expect(plain.filename == nil && plain.contentType == nil && plain.transferEncoding == nil)
  }

  @Test(
    arguments: [
      ([], .missingName), (["Content-Type: text/plain"], .missingName),
      (["Content-Disposition: form-data"], .missingName),
      (["Content-Disposition: attachment; name=x"], .missingName),
      (["Content-Disposition: form-data; name=\"x"], .missingName),
      (["no colon"], .invalidHead), ([": x"], .invalidHead), (["a b: x"], .invalidHead),
      (["a: x", "A: y"], .invalidHead), (["a: \r b"], .invalidHead),
    ] as [([String], MultipartError)])
  func refusesOtherHeads(lines: [String], error: MultipartError) {
    #expect(throws: error) { try MultipartPart(lines.map { Array($0.utf8)[...] }) }
  }
}
