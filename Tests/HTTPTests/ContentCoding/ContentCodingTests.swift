import HTTP
import Testing

@Suite("Content codings")
struct ContentCodingTests {
  @Test(
    "the best of what a client accepts is chosen, and none where it names none of ours",
    arguments: [
      ("gzip, deflate, br, zstd", ContentCoding.gzip), ("deflate, gzip", .gzip),
      ("deflate", .deflate), ("br", .identity), ("", .identity), ("identity", .identity),
      ("gzip;q=0", .identity), ("gzip;q=0.5, deflate", .deflate), ("GZIP ; Q=0.001", .gzip),
      ("*", .gzip), ("gzip;q=0, *", .deflate), ("gzip;q=0,deflate;q=0,*", .identity),
      ("identity;q=1, gzip;q=0.5", .identity), ("x-gzip", .gzip), ("gzip;q=nonsense", .gzip),
      ("identity;q=0, *;q=0", .identity), ("gzip;level=9;q=0.2, deflate;q=0.3", .deflate),
    ])
  func preferred(header: String, coding: ContentCoding) throws {
    let value = try FieldValue(header)
    #expect(ContentCoding.preferred(by: [.acceptEncoding: value]) == coding)
  }

  @Test("a client that does not say gets the content as it is")
  func silent() {
    #expect(ContentCoding.preferred(by: [:]) == .identity)
  }

  @Test("several fields are one list")
  func severalFields() {
    var fields = HeaderFields()
    fields.append(.acceptEncoding, "br")
    fields.append(.acceptEncoding, "deflate")
    #expect(ContentCoding.preferred(by: fields) == .deflate)
  }

  @Test(
    "the coding of a request's content is one of ours, or none that is known",
    arguments: [
      ("gzip", ContentCoding.gzip as ContentCoding?), ("X-GZIP", .gzip), ("deflate", .deflate),
      ("identity", .identity), ("br", nil), ("gzip, gzip", nil), ("gzip, deflate", nil),
    ])
  func ofContent(header: String, coding: ContentCoding?) throws {
    #expect(ContentCoding.of([.contentEncoding: try FieldValue(header)]) == coding)
    #expect(ContentCoding.of([:]) == .identity)
  }
}
