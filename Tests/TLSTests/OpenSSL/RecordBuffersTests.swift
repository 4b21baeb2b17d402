import Testing

@testable import TLS

struct RecordBuffersTests {
  private func move(_ count: Int, from buffers: RecordBuffers) -> [UInt8] {
    var target = [UInt8](repeating: 0xee, count: count)
    let moved = unsafe target.withUnsafeMutableBytes { unsafe buffers.move(to: $0) }
    return Array(target.prefix(moved))
  }

  @Test func returnsInputInOrder() {
    let buffers = RecordBuffers(readQuota: 1000)
    buffers.append([1, 2, 3])
    #expect(move(2, from: buffers) == [1, 2])
    buffers.append([4, 5])
    #expect(move(10, from: buffers) == [3, 4, 5])
    #expect(move(10, from: buffers) == [])
    #expect(!buffers.hasInput && !buffers.hasInputEnded)
    buffers.hasInputEnded = true
    #expect(buffers.hasInputEnded)
  }

  @Test func keepsPendingBytesWhenReleasingSpareMemory() {
    let buffers = RecordBuffers(readQuota: 1000)
    buffers.append([1, 2, 3])
    unsafe [9].withUnsafeBytes { unsafe buffers.appendOutput($0) }
    _ = move(1, from: buffers)
    buffers.releaseSpareMemory()
    #expect(move(10, from: buffers) == [2, 3])
    #expect(buffers.takeOutput().first == 9)
    buffers.releaseSpareMemory()
    buffers.append([4])
    #expect(move(10, from: buffers) == [4])
  }

  @Test func returnsNoMoreThanTheReadQuota() {
    let buffers = RecordBuffers(readQuota: 3)
    buffers.append([1, 2, 3, 4, 5])
    #expect(move(10, from: buffers) == [1, 2, 3])
    #expect(move(10, from: buffers) == [])
    #expect(buffers.readQuota == 0 && buffers.hasInput)
    buffers.readQuota = 1
    #expect(move(10, from: buffers) == [4])
  }

  @Test func keepsUnreadAndAppendedBytesOfALentBuffer() {
    let buffers = RecordBuffers(readQuota: 1000)
    buffers.append([1, 2, 3])
    _ = move(1, from: buffers)
    var lent = buffers.takeInput(keepingCapacity: false)
    #expect(lent == [2, 3] && !buffers.hasInput)
    lent.append(4)
    buffers.returnInput(lent)
    #expect(move(10, from: buffers) == [2, 3, 4])
  }

  @Test func releasesIdleInputMemoryByDefault() {
    let buffers = RecordBuffers(readQuota: 100_000)
    buffers.append([UInt8](repeating: 1, count: 50_000))
    _ = move(50_000, from: buffers)
    let reused = buffers.takeInput(keepingCapacity: true)
    #expect(reused.isEmpty && reused.capacity >= 50_000)
    buffers.returnInput(reused)
    #expect(buffers.takeInput(keepingCapacity: false).capacity == 0)
  }

  @Test func reusesSmallOutputBuffersOnly() {
    let buffers = RecordBuffers(readQuota: 1)
    unsafe [UInt8](repeating: 7, count: 100).withUnsafeBytes { unsafe buffers.appendOutput($0) }
    #expect(buffers.hasOutput)
    let small = buffers.takeOutput()
    #expect(small.count == 100 && !buffers.hasOutput)
    buffers.recycleOutput(small)
    #expect(buffers.takeOutput().capacity >= 100)
    buffers.recycleOutput([UInt8](repeating: 7, count: 100_000))
    #expect(buffers.takeOutput().capacity == 0)
  }
}
