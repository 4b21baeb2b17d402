/// The data references of a track, and which of them are this file: `dref` (ISO/IEC 14496-12,
/// 8.7.2).
struct DataReferences {
  private let areInFile: [Bool]

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = try FieldReader(full: box, in: bytes)
    let count = Int(try fields.uint32())
    let boxes = try BoxChildren(of: box, after: 8, in: bytes).boxes
    guard boxes.count == count, count > 0 else { throw .malformed(.dref) }
    var areInFile: [Bool] = []
    for box in boxes {
      areInFile.append(try FieldReader(full: box, in: bytes).flags & 1 == 1)
    }
    self.areInFile = areInFile
  }

  /// Rejects a sample entry whose media is in another file, or whose reference does not exist.
  func check(_ entry: SampleEntry) throws(AudioClipError) {
    guard (1...areInFile.count).contains(entry.dataReferenceIndex) else {
      throw .malformed(.dref)
    }
    guard areInFile[entry.dataReferenceIndex - 1] else { throw .externalMedia }
  }
}
