import HTTP
import Testing

@Suite("BufferedBody")
struct BufferedBodyTests {
  @Test("bytes come in pieces of the given size, then nil again and again")
  func pieces() async throws {
    let body = BufferedBody([1, 2, 3, 4, 5], sliceBytesMax: 2)
    #expect(body.announcedBytes == 5)
    #expect(try await body.next() == [1, 2])
    #expect(try await body.next() == [3, 4])
    #expect(try await body.next() == [5])
    #expect(try await body.next() == nil)
    #expect(try await body.next() == nil)
  }

  @Test("a body without bytes has no piece")
  func empty() async throws {
    #expect(try await BufferedBody().next() == nil)
    #expect(BufferedBody([], announcesLength: false).announcedBytes == nil)
  }
}
