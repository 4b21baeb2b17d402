import HTTP
import Testing

struct EntityTagTests {
  private let tag = EntityTag("0a1-t")

  @Test func givesEachCodingItsOwnTag() {
    #expect(tag.field(in: .identity).description == #""0a1-t""#)
    #expect(tag.field(in: .gzip).description == #"W/"0a1-t-gzip""#)
  }

  @Test(
    arguments: [
      (#""0a1-t""#, ContentCoding.identity as ContentCoding?), (#"W/"0a1-t""#, .identity),
      (#""0a1-t-gzip""#, .gzip), (#"W/"0a1-t-deflate""#, nil),
      (#""other", "0a1-t""#, .identity), ("\"other\" ,\tW/\"x\",\t\"0a1-t-gzip\"", .gzip),
      (#""other","0a1-t""#, .identity), ("*", .identity), ("x, *", .identity),
      (#""0a1""#, nil), (#""0a1-tt""#, nil), (#""0a1-t-br""#, .brotli), (#""0a1-t-zstd""#, nil),
      (#""0a1-t-""#, nil),
      (#""0a1-t-identity""#, nil), (#""0a1-tgzip""#, nil), ("0a1-t", nil), (#""""#, nil), ("", nil),
      ("W/", nil), (",,,", nil), (#"w/"0a1-t""#, nil), (#""0A1-T""#, nil), (#"""#, nil),
    ])
  func findsTheCodingThatTheClientHasCached(header: String, coding: ContentCoding?) throws {
    #expect(tag.coding(cachedBy: [.ifNoneMatch: try FieldValue(header)]) == coding)
  }

  @Test func prefersTheAcceptedCodingForAnyState() {
    #expect(tag.coding(cachedBy: [.ifNoneMatch: "*", .acceptEncoding: "gzip"]) == .gzip)
  }

  @Test func readsSeveralIfNoneMatchFieldsAsOneList() {
    var fields = HeaderFields()
    #expect(tag.coding(cachedBy: fields) == nil)
    fields.append(.ifNoneMatch, #""other""#)
    fields.append(.ifNoneMatch, #""0a1-t""#)
    #expect(tag.coding(cachedBy: fields) == .identity)
  }
}
