import Synchronization
import System
import Testing

@testable import ChatterTranscriber

struct SampleReaderTests {
  /// Returns all samples of an input that arrives in these chunks.
  private func samples(_ chunks: [[UInt8]]) throws -> [Int16] {
    let rest = Mutex(chunks)
    let reader = SampleReader { bytesMax in
      rest.withLock { chunks in
        guard let first = chunks.first else { return [] }
        let bytes = Array(first.prefix(bytesMax))
        chunks[0].removeFirst(bytes.count)
        if chunks[0].isEmpty { chunks.removeFirst() }
        return bytes
      }
    }
    var samples: [Int16] = []
    while let more = try reader.next() { samples += more }
    return samples
  }

  @Test func readsLittleEndianSamplesFromChunksOfAnySize() throws {
    let bytes: [UInt8] = [1, 2, 0xFF, 0xFF, 0, 0x80, 0xFF, 0x7F]
    let expected: [Int16] = [0x0201, -1, .min, .max]
    #expect(try samples([bytes]) == expected)
    #expect(try samples(bytes.map { [$0] }) == expected)
    for cut in 1..<bytes.count {
      #expect(try samples([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected, "\(cut)")
    }
  }

  @Test func ignoresAnIncompleteSampleAtTheEnd() throws {
    #expect(try samples([[1, 0, 2]]) == [1])
    #expect(try samples([[2]]) == [])
    #expect(try samples([]) == [])
  }

  @Test func reportsInputThatCannotBeRead() {
    let reader = SampleReader { _ throws(FileError) in throw .directory }
    #expect(throws: FileError.directory) { try reader.next() }
  }
}
