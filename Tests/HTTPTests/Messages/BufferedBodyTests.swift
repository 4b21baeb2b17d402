import HTTP
import Testing

struct BufferedBodyTests {
  @Test func returnsSlicesOfTheGivenSizeThenNil() async throws {
    let body = BufferedBody([1, 2, 3, 4, 5], sliceBytesMax: 2)
    #expect(body.announcedBytes == 5)
    #expect(try await body.next() == [1, 2])
    #expect(try await body.next() == [3, 4])
    #expect(try await body.next() == [5])
    #expect(try await body.next() == nil)
    #expect(try await body.next() == nil)
  }

  @Test func returnsNilForAnEmptyBody() async throws {
    #expect(try await BufferedBody().next() == nil)
    #expect(BufferedBody([], announcesLength: false).announcedBytes == nil)
  }
}
