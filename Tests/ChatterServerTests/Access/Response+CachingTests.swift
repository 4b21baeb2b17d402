import HTTP
import Testing

@testable import ChatterServer

struct ResponseCachingTests {
  @Test(
    arguments: [
      ("no-cache", "private, no-cache"), ("no-store", "no-store"), (nil, nil),
      ("public, max-age=31536000, immutable", "private, max-age=31536000, immutable"),
    ])
  func keepsResponsesOutOfSharedCaches(before: String?, after: String?) throws {
    var response = Response(.ok, fields: [.vary: "Accept-Encoding"])
    if let before { response.fields.set(.cacheControl, try FieldValue(before)) }
    response.restrictCaching()
    #expect(response.fields[.cacheControl] == after)
    #expect(response.fields.values(of: .vary) == ["Accept-Encoding", "Authorization"])
  }
}
