import HTTP
import Testing

struct ContentCodingTests {
  @Test(
    arguments: [
      ("gzip, deflate, br, zstd", ContentCoding.gzip), ("deflate, gzip", .gzip),
      ("deflate", .deflate), ("br", .identity), ("", .identity), ("identity", .identity),
      ("gzip;q=0", .identity), ("gzip;q=0.5, deflate", .deflate), ("GZIP ; Q=0.001", .gzip),
      ("*", .gzip), ("gzip;q=0, *", .deflate), ("gzip;q=0,deflate;q=0,*", .identity),
      ("identity;q=1, gzip;q=0.5", .identity), ("x-gzip", .gzip), ("gzip;q=nonsense", .gzip),
      ("identity;q=0, *;q=0", .identity), ("gzip;level=9;q=0.2, deflate;q=0.3", .deflate),
    ])
  func choosesTheBestAcceptedCoding(header: String, coding: ContentCoding) throws {
    let value = try FieldValue(header)
    #expect(ContentCoding.preferred(by: [.acceptEncoding: value]) == coding)
  }

  @Test func choosesIdentityWithoutAcceptEncoding() {
    #expect(ContentCoding.preferred(by: [:]) == .identity)
  }

  @Test func readsSeveralFieldsAsOneList() {
    var fields = HeaderFields()
    fields.append(.acceptEncoding, "br")
    fields.append(.acceptEncoding, "deflate")
    #expect(ContentCoding.preferred(by: fields) == .deflate)
  }

  @Test(
    arguments: [
      ("gzip", ContentCoding.gzip as ContentCoding?), ("X-GZIP", .gzip), ("deflate", .deflate),
      ("identity", .identity), ("br", nil), ("gzip, gzip", nil), ("gzip, deflate", nil),
    ])
  func readsTheCodingOfARequestBody(header: String, coding: ContentCoding?) throws {
    #expect(ContentCoding.of([.contentEncoding: try FieldValue(header)]) == coding)
    #expect(ContentCoding.of([:]) == .identity)
  }
}
