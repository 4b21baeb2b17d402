import Foundation
import Testing

@testable import ChatterDaemon

struct LogOutputTests {
  private let line = Array((String(repeating: "x", count: 1023) + "\n").utf8)

  /// A stream socket pair as two handles that close themselves.
  private func socketPair() throws -> (here: FileHandle, there: FileHandle) {
    var ends: [Int32] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (
      FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
      FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    )
  }

  @Test func writesWholeLinesToAPipe() {
    let pipe = Pipe()
    var output = LogOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let isThrough = output.write(line)
    #expect(isThrough)
    #expect(Array(pipe.fileHandleForReading.availableData) == line)
    #expect(output.droppedCount == 0)
  }

  @Test func waitsOnceForAStalledPipeAndCountsDroppedLines() {
    let pipe = Pipe()
    var output = LogOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    var written = 0
    for _ in 0..<10_000 where output.write(line) { written += 1 }
    #expect(written > 0)
    #expect(output.droppedCount == 10_000 - written)

    var read = 0
    while read < written * line.count { read += pipe.fileHandleForReading.availableData.count }
    #expect(read == written * line.count)
    let isThrough = output.write(line)
    #expect(isThrough)
    #expect(output.droppedCount == 10_000 - written)
    #expect(Array(pipe.fileHandleForReading.availableData) == line)
  }

  @Test func neverBlocksOnAStalledSocketAndKeepsLinesWhole() throws {
    let (here, there) = try socketPair()
    var output = LogOutput(descriptor: here.fileDescriptor)
    var written = 0
    for _ in 0..<5000 where output.write(line) { written += 1 }
    #expect(written > 0)
    #expect(output.droppedCount == 5000 - written)
    var received = Array(there.availableData)
    let isThrough = output.write(line)
    #expect(isThrough)
    try here.close()
    received += Array(try there.readToEnd() ?? Data())
    #expect(received.count == (written + 1) * line.count)
    #expect(received.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count == 1023 })
  }

  @Test func survivesAReaderThatHasGoneAndAClosedDescriptor() throws {
    let (here, there) = try socketPair()
    try there.close()
    var output = LogOutput(descriptor: here.fileDescriptor)
    output.write(line)
    #expect(output.droppedCount == 1)
    var closed = LogOutput(descriptor: -1)
    closed.write(line)
    #expect(closed.droppedCount == 1)
  }
}
