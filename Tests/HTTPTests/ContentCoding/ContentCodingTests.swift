import HTTP
import Testing

struct ContentCodingTests {
  @Test(
    arguments: [
      ("gzip, deflate, br, zstd", ContentCoding.gzip), ("deflate, gzip", .gzip),
      ("deflate", .identity), ("br", .identity), ("", .identity), ("identity", .identity),
      ("gzip;q=0", .identity), ("gzip;q=0.5, deflate", .gzip), ("GZIP ; Q=0.001", .gzip),
      ("*", .gzip), ("gzip;q=0, *", .identity), ("*;q=0.5, identity", .identity),
      ("identity;q=1, gzip;q=0.5", .identity), ("x-gzip", .gzip), ("gzip;q=nonsense", .gzip),
      ("identity;q=0, *;q=0", .identity), ("gzip;level=9;q=0.2, identity;q=0.3", .identity),
    ])
  func choosesTheBestAcceptedCoding(header: String, coding: ContentCoding) throws {
    let value = try FieldValue(header)
    #expect(ContentCoding.preferred(by: [.acceptEncoding: value]) == coding)
  }

  @Test(
    arguments: [
      ("gzip, deflate, br, zstd", ContentCoding.brotli), ("gzip", .gzip), ("br;q=0.5, gzip", .gzip),
      ("br", .brotli), ("*", .brotli), ("br;q=0, *", .gzip), ("identity, br;q=0.5", .identity),
    ])
  func choosesBrotliWhereItIsOffered(header: String, coding: ContentCoding) throws {
    let fields: HeaderFields = [.acceptEncoding: try FieldValue(header)]
    #expect(ContentCoding.preferred(by: fields, of: [.brotli, .gzip]) == coding)
  }

  @Test func choosesIdentityWithoutAcceptEncoding() {
    #expect(ContentCoding.preferred(by: [:]) == .identity)
  }

  @Test func readsSeveralFieldsAsOneList() {
    var fields = HeaderFields()
    fields.append(.acceptEncoding, "br")
    fields.append(.acceptEncoding, "gzip")
    #expect(ContentCoding.preferred(by: fields) == .gzip)
  }

  @Test(
    arguments: [
      ("gzip", ContentCoding.gzip as ContentCoding?), ("X-GZIP", .gzip), ("deflate", nil),
      ("identity", .identity), ("br", nil), ("gzip, gzip", nil), ("identity, gzip", .gzip),
    ])
  func readsTheCodingOfARequestBody(header: String, coding: ContentCoding?) throws {
    #expect(ContentCoding.of([.contentEncoding: try FieldValue(header)]) == coding)
    #expect(ContentCoding.of([:]) == .identity)
  }
}
