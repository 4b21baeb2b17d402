import Testing

@testable import HTTP

struct SliceQueueTests {
  @Test(arguments: 1...9)
  func movesBytesInOrderAcrossSlices(step: Int) {
    var queue = SliceQueue()
    for slice in [[1, 2, 3], [], [4], [5, 6, 7, 8, 9]] as [[UInt8]] { queue.append(slice[...]) }
    #expect(queue.byteCount == 9)
    var output: [UInt8] = [0]
    while !queue.isEmpty { queue.move(min(step, queue.byteCount), to: &output) }
    #expect(output == Array(0...9))
    queue.append([10])
    queue.move(1, to: &output)
    #expect(output.last == 10)
  }

  @Test func removesWholeSlicesInOrder() {
    var queue = SliceQueue()
    queue.append([1, 2])
    queue.append([])
    queue.append([3])
    #expect(queue.firstByteCount == 2)
    #expect([queue.removeFirst(), queue.removeFirst()] == [[1, 2], [3]])
    #expect(queue.isEmpty && queue.byteCount == 0 && queue.firstByteCount == nil)
    var output: [UInt8] = []
    queue.move(0, to: &output)
    #expect(output.isEmpty)
  }
}
