/// The sample entries of an audio track: `stsd` (ISO/IEC 14496-12, 8.5.2).
struct SampleDescriptions {
  let entries: [SampleEntry]

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = try FieldReader(full: box, in: bytes)
    let count = Int(try fields.uint32())
    guard (1...MPEG4Limits.sampleDescriptionsMax).contains(count) else {
      throw .malformed(.stsd)
    }
    let boxes = try BoxChildren(of: box, after: 8, in: bytes).boxes
    guard boxes.count == count else { throw .malformed(.stsd) }
    var entries: [SampleEntry] = []
    for box in boxes {
      entries.append(try SampleEntry(box, descriptionVersion: fields.version, in: bytes))
    }
    self.entries = entries
  }

  /// The format of the first entry, with which a player starts.
  var format: AudioFormat { entries[0].format }

  /// Checks an index of an entry, counted from 1.
  func check(index: UInt32, from box: FourCharacterCode) throws(AudioClipError) {
    guard (1...UInt32(entries.count)).contains(index) else { throw .malformed(box) }
  }
}
