import HTTP
import Testing

struct ResponseBodyTests {
  @Test func returnsTheAnnouncedLengthIfKnown() {
    #expect(ResponseBody.none.announcedBytes == 0)
    #expect(ResponseBody.bytes([1, 2]).announcedBytes == 2)
    #expect(ResponseBody.slices([[1, 2], [], [3]]).announcedBytes == 3)
    #expect(ResponseBody.stream(length: 3, EmptyStream()).announcedBytes == 3)
    #expect(ResponseBody.stream(length: nil, EmptyStream()).announcedBytes == nil)
  }
}
