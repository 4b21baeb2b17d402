import Testing

@testable import HTTP

struct MultipartParserTests {
  private static let type = "multipart/form-data; boundary=XX"
  private static let form =
    "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n"
    + "--XX \t\r\nContent-Disposition: form-data; name=\"b\"\r\nContent-Type: audio/mp4\r\n\r\n"
    + "\r\n--X\r\r\n-XX\r\n--\r\n--XX--"

  private static func parse(
    _ chunks: [ArraySlice<UInt8>], _ type: String = type
  ) throws -> [String] {
    var parser = try #require(try MultipartParser(contentType: type))
    var found: [String] = []
    var content: [UInt8] = []
    for chunk in chunks {
      parser.receive(chunk)
      loop: while true {
        switch try parser.next() {
        case .needsMoreBytes: break loop
        case .part(let part):
          found.append(part.name)
          content = []
        case .bytes(let bytes): content += bytes
        case .endOfPart: found.append(String(decoding: content, as: UTF8.self))
        }
      }
    }
    try parser.finish()
    return found
  }

  private static func parse(_ text: String, _ type: String = type) throws -> [String] {
    try parse([Array(text.utf8)[...]], type)
  }

  private static let parts = ["a", "one", "b", "\r\n--X\r\r\n-XX\r\n--"]

  @Test func readsPartsInOrder() throws {
    #expect(try Self.parse(Self.form) == Self.parts)
    #expect(try Self.parse("ignored\r\n" + Self.form + "\r\nignored") == Self.parts)
    #expect(try Self.parse("--XX--") == [])
  }

  @Test func readsEveryChunking() throws {
    let bytes = Array(("\r\n" + Self.form + "\r\n").utf8)
    #expect(try Self.parse(bytes.indices.map { bytes[$0...$0] }) == Self.parts)
    for split in bytes.indices {
      #expect(try Self.parse([bytes[..<split], bytes[split...]]) == Self.parts)
    }
  }

  @Test func refusesTheSameInEveryChunking() {
    for form in ["--XX  --", "--XX\r\n: x\r\n\r\n", "--XX\r\r", "--XX\r\na\n"] {
      let bytes = Array(form.utf8)
      for split in bytes.indices {
        let chunks = [bytes[..<split], bytes[split...]]
        let error = #expect(throws: MultipartError.self) { try Self.parse(chunks) }
        let whole = #expect(throws: MultipartError.self) { try Self.parse([bytes[...]]) }
        #expect(error == whole, "\(form) split at \(split)")
      }
    }
  }

  @Test func refusesEveryPrefix() throws {
    let bytes = Array(Self.form.utf8)
    for count in 0..<bytes.count {
      #expect(throws: (any Error).self) { try Self.parse([bytes[..<count]]) }
    }
  }

  @Test func readsPartsWithoutContent() throws {
    let head = "--XX\r\nContent-Disposition: form-data; name=a\r\n"
    #expect(try Self.parse(head + "\r\n\r\n--XX--") == ["a", ""])
    // The empty line's end is the boundary's, too (RFC 2046 section 5.1.1).
    #expect(try Self.parse(head + "\r\n--XX--") == ["a", ""])
    #expect(try Self.parse(head + "\r\n--XY\r\n--XX--") == ["a", "--XY"])
  }

  @Test func keepsBytesThatLookLikeABoundary() throws {
    let content = "\r\r\n\r\n--\r\n--X\r\n-\r\n--X\u{0}X--XX \r\n--XO\r"
    let form = "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n\(content)\r\n--XX--"
    #expect(try Self.parse(form) == ["a", content])
  }

  @Test(
    arguments: [
      ("multipart/form-data; boundary=\"XX\"", "XX"), ("Multipart/Form-Data;boundary=XX", "XX"),
      ("multipart/form-data; charset=utf-8; boundary=\"a b:c\"", "a b:c"),
      ("multipart/form-data; boundary=----WebKitFormBoundaryx7", "----WebKitFormBoundaryx7"),
      (
        "multipart/form-data; boundary=" + String(repeating: "x", count: 70),
        String(repeating: "x", count: 70)
      ),
    ])
  func acceptsBoundaries(type: String, boundary: String) throws {
    let form = "--\(boundary)\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--\(boundary)--"
    #expect(try Self.parse(form, type) == ["a", "x"])
  }

  @Test(arguments: [
    "application/json", "", "multipart/mixed; boundary=x", "text/plain; boundary=x",
  ])
  func leavesOtherTypes(type: String) throws {
    #expect(try MultipartParser(contentType: type) == nil)
  }

  @Test(
    arguments: [
      ("multipart/form-data", .missingBoundary), ("multipart/form-data; x=y", .missingBoundary),
      ("multipart/form-data; boundary=\"\"", .invalidBoundary),
      ("multipart/form-data; boundary=\"a \"", .invalidBoundary),
      ("multipart/form-data; boundary=\"a\u{1}b\"", .invalidBoundary),
      ("multipart/form-data; boundary=\"ü\"", .invalidBoundary),
      ("multipart/form-data; boundary=a; boundary=b", .invalidBoundary),
      ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), .invalidBoundary),
    ] as [(String, MultipartError)])
  func refusesBoundaries(type: String, error: MultipartError) {
    #expect(throws: error) { try MultipartParser(contentType: type) }
  }

  @Test(
    arguments: [
      ("", .noDelimiter), ("--YY\r\n\r\n--YY--", .noDelimiter), ("x--XX--", .noDelimiter),
      (String(repeating: "x", count: 2_000) + "\r\n--XX--", .noDelimiter),
      ("--XXY\r\n", .invalidDelimiter), ("--XX\n\n", .invalidDelimiter),
      ("--XX -", .invalidDelimiter), ("--XX  --", .invalidDelimiter),
      ("--XX\r\r", .invalidDelimiter),
      ("--XX\r\nContent-Disposition: form-data; name=a\n\r\n", .invalidHead),
      ("--XX\r\n folded\r\n\r\nx", .invalidHead),
      ("--XX\r\n\r\nx\r\n--XX--", .missingName),
      ("--XX\r\nX: " + String(repeating: "x", count: 5_000), .headTooLong(bytesMax: 4_096)),
      ("--XX" + String(repeating: " ", count: 5_000) + "\r\n", .headTooLong(bytesMax: 4_096)),
      (
        String(repeating: "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 65),
        .tooManyParts(countMax: 64)
      ),
    ] as [(String, MultipartError)])
  func refusesMalformedForms(form: String, error: MultipartError) {
    #expect(throws: error) { try Self.parse(form) }
  }
}
