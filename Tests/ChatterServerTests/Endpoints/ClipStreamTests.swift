import Chatter
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct ClipStreamTests {
  /// A clip of which another transaction cuts off the end.
  private struct Cut: ChattSource {
    let byteCount: Int

    func clip(
      of chatt: StoredChatt, at range: Range<Int>, for client: String
    ) async throws -> [UInt8]? {
      range.upperBound <= byteCount ? Array(repeating: 1, count: range.count) : nil
    }
  }

  @Test func readsSlicesOfLimitedSizeAndFailsWhenTheClipChanges() async throws {
    let size = ClipStream.sliceBytesMax
    let chatt = StoredChatt.sample(clip: .sample(bytes: 3 * size))
    let stream = ClipStream(
      chatt, 0..<3 * size, from: Cut(byteCount: 2 * size),
      keptIn: RecentReads().slices, for: "a")
    for _ in 1...2 { #expect(try await stream.next()?.count == size) }
    await #expect(throws: Problem.chattNotFound) { try await stream.next() }
  }
}
