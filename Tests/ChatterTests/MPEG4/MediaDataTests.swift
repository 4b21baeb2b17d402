import Testing

@testable import Chatter

struct MediaDataTests {
  private typealias B = BoxBuilder

  /// Payloads at 8..<18 and 26..<31, in a file of 50 bytes.
  private func mediaData() throws -> MediaData {
    let file = B.box("mdat", B.zeros(10)) + B.box("mdat", B.zeros(5)) + B.box("free", B.zeros(11))
    var data = MediaData(fileByteCount: file.count)
    var reader = BoxReader(file: file)
    while let box = try reader.next(), box.type == .mdat { data.append(box) }
    return data
  }

  @Test(arguments: [(8, 10), (8, 1), (17, 1), (26, 5), (30, 1)])
  func acceptsSamplesWithinOneMdat(offset: UInt64, byteCount: UInt64) throws {
    try mediaData().check(offset: offset, byteCount: byteCount)
  }

  @Test(arguments: [(7, 1), (7, 11), (8, 11), (18, 1), (17, 10), (25, 2), (31, 1), (0, 50)])
  func refusesSamplesBesideOrAcrossAnMdat(offset: UInt64, byteCount: UInt64) throws {
    let data = try mediaData()
    #expect(throws: AudioClipError.samplesOutsideMediaData) {
      try data.check(offset: offset, byteCount: byteCount)
    }
  }

  @Test(arguments: [(50, 1), (26, 25), (0, .max), (.max, 1), (.max, .max)] as [(UInt64, UInt64)])
  func refusesSamplesPastTheEndOfTheFile(offset: UInt64, byteCount: UInt64) throws {
    let data = try mediaData()
    #expect(throws: AudioClipError.samplesPastEnd) {
      try data.check(offset: offset, byteCount: byteCount)
    }
  }

  @Test func acceptsEmptySamplesAnywhere() throws {
    try mediaData().check(offset: .max, byteCount: 0)
    let none = MediaData(fileByteCount: 10)
    #expect(none.isEmpty)
    #expect(throws: AudioClipError.samplesOutsideMediaData) {
      try none.check(offset: 0, byteCount: 1)
    }
  }
}
