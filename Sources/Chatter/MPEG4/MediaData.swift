/// The locations of the media in a file: the payloads of its `mdat` boxes, in file order.
struct MediaData {
  private var ranges: [Range<UInt64>] = []
  private let fileByteCount: UInt64
  /// What was checked.
  let used = UsedMedia()

  init(fileByteCount: Int) {
    self.fileByteCount = UInt64(fileByteCount)
  }

  var isEmpty: Bool { ranges.isEmpty }

  /// Appends the next `mdat`; boxes arrive in file order, so the ranges are sorted.
  mutating func append(_ box: Box) {
    ranges.append(UInt64(box.payload.lowerBound)..<UInt64(box.payload.upperBound))
  }

  /// Checks that a run of samples is inside one `mdat`, and notes it.
  ///
  /// Takes time logarithmic in the number of `mdat` boxes.
  func check(offset: UInt64, byteCount: UInt64) throws(AudioClipError) {
    guard byteCount > 0 else { return }
    guard let end = offset.plus(byteCount), end <= fileByteCount else { throw .samplesPastEnd }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].lowerBound <= offset, end <= ranges[low].upperBound
    else { throw .samplesOutsideMediaData }
    used.add(offset: offset, byteCount: byteCount)
  }
}
