import Testing

@testable import HTTP

@Suite("BodyQueue")
struct BodyQueueTests {
  @Test(arguments: 1...9)
  func movesBytesInOrderAcrossSlices(step: Int) {
    var queue = BodyQueue()
    for slice in [[1, 2, 3], [], [4], [5, 6, 7, 8, 9]] as [[UInt8]] { queue.append(slice[...]) }
    #expect(queue.byteCount == 9)
    var output: [UInt8] = [0]
    while !queue.isEmpty { queue.move(min(step, queue.byteCount), to: &output) }
    #expect(output == Array(0...9))
    queue.append([10])
    queue.move(1, to: &output)
    #expect(output.last == 10)
  }

  @Test func isEmptyAfterRemoveAll() {
    var queue = BodyQueue()
    queue.append([1, 2])
    queue.removeAll()
    #expect(queue.isEmpty)
    var output: [UInt8] = []
    queue.move(0, to: &output)
    #expect(output.isEmpty)
  }
}
