import Foundation
import TestSupport
import Testing

@testable import System

struct SteadyWritingTests {
  /// What it does on the disk cannot be seen from here; Benchmarks/backup measures it.
  @Test func changesNothingInTheFile() throws {
    let directory = try TemporaryDirectory()
    let file = try FileHandle(forWritingTo: URL(filePath: directory.write("", to: "file")))
    let chunk = Data(repeating: 7, count: 3 << 20)
    var steady = SteadyWriting(file.fileDescriptor)
    for _ in 0..<9 {
      try file.write(contentsOf: chunk)
      steady.add(chunk.count)
    }
    try file.close()
    let bytes = try directory.bytes(of: "file")
    #expect(bytes == [UInt8](repeating: 7, count: 27 << 20))
  }
}
