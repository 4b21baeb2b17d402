import Testing

@testable import Chatter

/// The totals of the tables; tables that contradict each other are among the broken files.
struct SampleTableTests {
  @Test func addsUpSamplesBytesAndUnits() throws {
    var clip = HandMadeClip()
    clip.stts = BoxBuilder.table("stts", [[1, 1000], [3, 24]])
    let file = clip.mediaData + clip.stbl
    var reader = BoxReader(file: file)
    var mediaData = MediaData(fileByteCount: file.count)
    mediaData.append(try #require(try reader.next()))
    let stbl = try #require(try reader.next())
    clip.stco = BoxBuilder.table("stco", [[8], [38]])
    let moved = clip.mediaData + clip.stbl
    let table = try SampleTable(stbl, mediaData: mediaData, in: moved)
    #expect(table.totals == SampleTotals(samples: 4, byteCount: 100, units: 1072))
    #expect(table.descriptions.format.codec == .aacLC)
  }

  @Test func leavesTotalsUnchangedOnOverflow() {
    let one = SampleTotals(samples: 1, byteCount: 1, units: 1)
    for full in [
      SampleTotals(samples: .max), SampleTotals(byteCount: .max), SampleTotals(units: .max),
    ] {
      var totals = one
      #expect(throws: AudioClipError.numbersTooLarge(.trun)) { try totals.add(full, from: .trun) }
      #expect(totals == one)
    }
  }
}
