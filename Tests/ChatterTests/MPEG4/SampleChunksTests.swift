import Testing

@testable import Chatter

/// The positions of chunks; the table of broken files has those that are refused.
struct SampleChunksTests {
  private typealias B = BoxBuilder

  private func clip(_ change: (inout HandMadeClip) -> Void) throws -> AudioClip {
    try AudioClip(bytes: HandMadeClip.bytes(change))
  }

  @Test func readsRunsOfChunksOfDifferentSizes() throws {
    let offsets = [[32], [42], [62]]
    let clip = try clip {
      $0.stsc = B.table("stsc", [[1, 1, 1], [3, 2, 1]])
      $0.stco = B.table("stco", offsets)
    }
    #expect(clip.facts.duration == .milliseconds(512))
  }

  @Test func reads64BitOffsets() throws {
    _ = try clip { $0.stco = B.table("co64", [[0, 32], [0, 62]]) }
  }

  @Test func acceptsChunksInAnyOrderThatShareBytes() throws {
    _ = try clip { $0.stco = B.table("stco", [[100], [32]]) }
    _ = try clip { $0.stco = B.table("stco", [[32], [32]]) }
  }
}
