import Testing

@testable import HTTP

struct OutputQueueTests {
  @Test(arguments: [0, 1, 16_384, 16_385, 40_000])
  func returnsSlicesInOrderAndGathersSmallOnes(largeBytes: Int) {
    var queue = OutputQueue()
    queue.write(bytes("ab"))
    queue.write(Array(repeating: 0x2E, count: largeBytes)[...])
    queue.write(bytes("cd"))
    #expect(queue.byteCount == largeBytes + 4)
    var taken: [[UInt8]] = []
    while let slice = queue.take() { taken.append(Array(slice)) }
    let expected = Array("ab".utf8) + Array(repeating: 0x2E, count: largeBytes) + Array("cd".utf8)
    #expect(taken.flatMap { $0 } == expected)
    #expect(taken.count == (largeBytes > OutputQueue.coalescedBytesMax ? 3 : 1))
    #expect(queue.byteCount == 0)
  }

  @Test func keepsTakenSlicesUnchangedByLaterWrites() {
    var queue = OutputQueue()
    queue.write(bytes("first"))
    let first = queue.take()
    queue.write(bytes("other"))
    #expect(first.map { Array($0) } == Array("first".utf8))
    #expect(queue.take().map { Array($0) } == Array("other".utf8))
    #expect(queue.take() == nil)
  }

  @Test func returnsALargeSliceAloneAfterATakenBuffer() {
    var queue = OutputQueue()
    queue.write(bytes("first"))
    _ = queue.take()
    queue.write(Array(repeating: 1, count: 20_000)[...])
    #expect(queue.byteCount == 20_000)
    #expect(queue.take()?.count == 20_000)
    #expect(queue.take() == nil)
  }

  @Test func freesALargeBufferOnlyWhenNothingWaits() {
    var queue = OutputQueue()
    queue.write(Array(repeating: 1, count: 10_000)[...])
    queue.shrink()
    #expect(queue.byteCount == 10_000)
    #expect(queue.take()?.count == 10_000)
    #expect(queue.buffer.capacity >= 10_000)
    queue.shrink()
    #expect(queue.buffer.capacity == 0)
    #expect(queue.take() == nil)
    queue.write(bytes("again"))
    #expect(queue.take().map { Array($0) } == Array("again".utf8))
    queue.shrink()
    #expect(queue.buffer.capacity > 0)
  }

  @Test func gathersManySmallSlicesWithoutCopyingThemEarly() {
    var queue = OutputQueue()
    queue.write(bytes("head"))
    let slices = (0..<1000).map { Array(repeating: UInt8(truncatingIfNeeded: $0), count: 9000) }
    for slice in slices { queue.write(slice[...]) }
    queue.write { $0.append(contentsOf: "tail".utf8) }
    #expect(queue.byteCount == 9_000_008)
    #expect(queue.buffer.capacity <= 2 * OutputQueue.gatheredBytesMax)
    var taken: [[UInt8]] = []
    while let slice = queue.take() { taken.append(Array(slice)) }
    #expect(taken.allSatisfy { $0.count <= OutputQueue.gatheredBytesMax })
    #expect(taken.count < 200)
    #expect(
      taken.flatMap { $0 } == Array("head".utf8) + slices.flatMap { $0 } + Array("tail".utf8))
    #expect(queue.byteCount == 0)
  }
}
