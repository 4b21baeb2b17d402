import HTTP
import Testing

struct RequestBodyTests {
  private let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }

  @Test(arguments: [1, 7, 999, 1000, 5000], [true, false])
  func collectsAllSlices(sliceBytes: Int, announces: Bool) async throws {
    let body = BufferedBody(bytes, sliceBytesMax: sliceBytes, announcesLength: announces)
    #expect(try await body.collect(atMost: 1000) == bytes)
    #expect(try await body.next() == nil)
  }

  @Test func rejectsAnAnnouncedBodyOverTheLimitUnread() async throws {
    let body = BufferedBody(bytes)
    await #expect(throws: RequestBodyError.tooLarge(limit: 999)) {
      _ = try await body.collect(atMost: 999)
    }
    #expect(try await body.next()?.count == 1000)
  }

  @Test func rejectsAnUnannouncedBodyWhenItPassesTheLimit() async throws {
    let body = BufferedBody(bytes, sliceBytesMax: 100, announcesLength: false)
    await #expect(throws: RequestBodyError.tooLarge(limit: 250)) {
      _ = try await body.collect(atMost: 250)
    }
    #expect(try await body.next()?.first == bytes[300])
  }

  @Test func collectsABodyLargerThanItsFirstAllocation() async throws {
    let bytes = [UInt8](repeating: 3, count: 3_000_000)
    let body = BufferedBody(bytes, sliceBytesMax: 65_536)
    #expect(try await body.collect(atMost: .max) == bytes)
  }
}
