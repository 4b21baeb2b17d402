import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer

struct CompressedBodiesTests {
  private let workers = WorkerPool()

  @Test func compressesABodyOnceForAllWhoAskForIt() async throws {
    let bodies = CompressedBodies()
    let first = await bodies.gzip(Array("one".utf8), tag: "a", by: workers, for: "x")
    #expect(first == DeflatedSegment.gzip(Array("one".utf8)))
    // Another body is compressed only under another tag.
    #expect(await bodies.gzip([], tag: "a", by: workers, for: "y") == first)
    #expect(await bodies.gzip([], tag: "b", by: workers, for: "y") != first)
  }

  @Test func forgetsAllBodiesBeyondItsSize() async throws {
    // Random bytes become no smaller.
    let large = (0..<10_000).map { _ in UInt8.random(in: 0...255) }
    let bodies = CompressedBodies(bytesMax: 2 * large.count)
    for tag in ["a", "b", "c"] { _ = await bodies.gzip(large, tag: tag, by: workers, for: "x") }
    #expect(await bodies.gzip([], tag: "a", by: workers, for: "x") == DeflatedSegment.gzip([]))
    #expect(await bodies.gzip([], tag: "c", by: workers, for: "x") != DeflatedSegment.gzip([]))
  }

  @Test func compressesByAWorker() async throws {
    let busy = try await BusyWorkers(waitingMax: 2)
    let coded = Task {
      await CompressedBodies().gzip(Array("one".utf8), tag: "a", by: busy.pool, for: "x")
    }
    try await eventually { busy.pool.waitingCount == 2 }
    busy.stop()
    #expect(await coded.value == DeflatedSegment.gzip(Array("one".utf8)))
  }
}
