import HTTP
import Testing

struct ResponseBodyTests {
  private final class Stream: ResponseStream {
    func next() async throws -> ArraySlice<UInt8>? { nil }
  }

  @Test func returnsTheAnnouncedLengthIfKnown() {
    #expect(ResponseBody.none.announcedBytes == 0)
    #expect(ResponseBody.bytes([1, 2]).announcedBytes == 2)
    #expect(ResponseBody.slices([[1, 2], [], [3]]).announcedBytes == 3)
    #expect(ResponseBody.stream(length: 3, Stream()).announcedBytes == 3)
    #expect(ResponseBody.stream(length: nil, Stream()).announcedBytes == nil)
  }

  @Test func hasNeitherFieldsNorBodyByDefault() {
    var response = Response(.notFound)
    #expect(response.fields.isEmpty && response.body.announcedBytes == 0)
    response.fields.set(.allow, .allow([.get]))
    #expect(response.fields[.allow] == "GET")
  }
}
