import Chatter
import TestSupport
import Testing

/// Every valid file, cut at every byte and with every byte of its boxes changed.
@Suite(.needs(.programs)) struct AudioClipDamageTests {
  /// Those with much reserved space.
  private static let reserving: [Media.Layout] = [.androidMaximum, .media3, .iTunes]
  /// Not those, whose reserved space becomes zeros.
  private static let layouts = Media.Layout.allCases.filter { !reserving.contains($0) }

  @Test(arguments: Media.Layout.allCases)
  func refusesCutFilesUnlessComplete(layout: Media.Layout) throws {
    let file = try Media.clip(layout, seconds: 0.2)
    let complete = completeLengths(of: file)
    #expect(complete.contains(file.count))
    var accepted: Set<Int> = []
    for length in 0...file.count where (try? AudioClip(bytes: Array(file.prefix(length)))) != nil {
      accepted.insert(length)
    }
    #expect(accepted == complete)
  }

  /// Reserved space is part of the recording, and no reason to call a cut one something else.
  @Test(arguments: reserving)
  func namesTheCutOfAFileWithReservedSpace(layout: Media.Layout) throws {
    let file = try Media.clip(layout, seconds: 0.2)
    let boxes = topBoxes(of: file)
    #expect(boxes.contains { $0.type == "free" && $0.range.count > 60_000 })
    let media = try #require(boxes.last { $0.type == "mdat" })
    for box in boxes.dropFirst() {
      for length in Self.cuts(of: box.range) where length < file.count {
        expectTruncated(Array(file.prefix(length)))
      }
    }
    // A recorder that was killed has reserved the space and has not written `moov`.
    let killed = boxes.filter { $0.type != "moov" && $0.type != "mdat" }.flatMap { file[$0.range] }
    for length in Self.cuts(of: 0..<media.range.count) {
      expectTruncated(killed + file[media.range].prefix(length))
    }
  }

  private static func cuts(of range: Range<Int>) -> [Int] {
    [
      range.lowerBound + 1, range.lowerBound + 8, (range.lowerBound + range.upperBound) / 2,
      range.upperBound,
    ]
  }

  private func expectTruncated(_ file: [UInt8]) {
    let error = #expect(throws: AudioClipError.self) { try AudioClip(bytes: file) }
    #expect(error?.description.hasSuffix(": the recording is truncated") == true, "\(file.count)")
  }

  @Test(arguments: layouts)
  func readsOrRefusesFilesWithChangedBoxes(layout: Media.Layout) throws {
    var file = try Media.clip(layout, seconds: 0.2)
    let media = topBoxes(of: file).filter { $0.type == "mdat" }.map(\.range)
    for offset in file.indices where !media.contains(where: { $0.dropFirst(16).contains(offset) }) {
      for mask in [0xFF, 1 << UInt8(offset % 8)] as [UInt8] {
        file[offset] ^= mask
        if let clip = try? AudioClip(bytes: file) {
          #expect(clip.bytes == file && clip.facts.duration > .zero)
        }
        file[offset] ^= mask
      }
    }
  }

  /// The lengths at which a file is complete: its end, and for fragments each end of an `mdat` or
  /// of the index after them.
  private func completeLengths(of file: [UInt8]) -> Set<Int> {
    let boxes = topBoxes(of: file)
    guard boxes.contains(where: { $0.type == "moof" }) else { return [file.count] }
    return Set(boxes.filter { $0.type == "mdat" || $0.type == "mfra" }.map(\.range.upperBound))
  }

  private func topBoxes(of file: [UInt8]) -> [(type: String, range: Range<Int>)] {
    var boxes: [(type: String, range: Range<Int>)] = []
    var offset = 0
    while offset < file.count {
      var size = Int(Surgery.number(file, at: offset))
      if size == 0 { size = file.count - offset }
      if size == 1 { size = Int(Surgery.number(file, at: offset + 12)) }
      let type = String(decoding: file[(offset + 4)..<(offset + 8)], as: UTF8.self)
      boxes.append((type, offset..<(offset + size)))
      offset += size
    }
    return boxes
  }
}
