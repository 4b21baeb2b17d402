/// A file of MPEG-4 audio: its top-level boxes, and the facts read from them (ISO/IEC 14496-12).
///
/// Each level has its own type: `moov` is a ``Movie``, `trak` a ``Track``, `stbl` a ``SampleTable``
/// with the codec in ``SampleEntry``, and `traf` a ``TrackFragment``. Other boxes are skipped.
struct MPEG4File {
  private let bytes: [UInt8]
  private var movie: Box?
  private var fragments: [Box] = []
  private var mediaData: MediaData

  /// The bytes of its samples, once its facts have been read.
  var usedMedia: UsedMedia { mediaData.used }

  /// Reads the top-level boxes of a file; the movie may come before or after its media.
  init(_ bytes: [UInt8]) throws(AudioClipError) {
    guard !bytes.isEmpty else { throw .noBytes }
    self.bytes = bytes
    mediaData = MediaData(fileByteCount: bytes.count)
    try Self.checkStart(of: bytes)
    var reader = BoxReader(file: bytes)
    var (otherBytes, reservedBytes) = (0, 0)
    if let fileType = try reader.next() {
      try Self.checkFileType(fileType, in: bytes)
      otherBytes = fileType.byteCount
    }
    while let box = try reader.next() {
      switch box.type {
      case .moov:
        guard movie == nil else { throw .repeated(.moov) }
        movie = box
      case .moof: fragments.append(box)
      case .mdat: mediaData.append(box)
      case .ftyp: throw .repeated(.ftyp)
      case .free, .skip, .wide: reservedBytes += box.byteCount
      default: otherBytes += box.byteCount
      }
    }
    otherBytes += max(0, reservedBytes - MPEG4Limits.reservedBytesMax)
    // Each fragment is a box of the file, whose number is limited: the product is small.
    let otherBytesMax =
      MPEG4Limits.otherBytesMax + fragments.count * MPEG4Limits.otherBytesPerFragment
    guard otherBytes <= otherBytesMax else { throw .tooManyOtherBytes }
  }

  func facts() throws(AudioClipError) -> AudioFacts {
    guard let box = movie else {
      throw mediaData.isEmpty && fragments.isEmpty ? .recordingEmpty : .noMovie
    }
    var movie = try Movie(box, mediaData: mediaData, in: bytes)
    for fragment in fragments {
      try movie.add(fragment, mediaData: mediaData, in: bytes)
    }
    return try movie.facts(byteCount: bytes.count, isFragmented: !fragments.isEmpty)
  }

  /// Rejects a file whose first box is not `ftyp` (ISO/IEC 14496-12, 4.3.1), and names what it
  /// found.
  private static func checkStart(of bytes: [UInt8]) throws(AudioClipError) {
    if bytes.count >= 8 {
      let type = FourCharacterCode(
        rawValue: UInt32(truncatingIfNeeded: bytes.bigEndian(at: 4, byteCount: 4)))
      if type == .ftyp { return }
      if FourCharacterCode.firstBoxesWithoutFileType.contains(type) {
        throw .fileTypeNotFirst(type)
      }
    }
    if let format = ForeignFormat(startOf: bytes) { throw .foreign(format) }
    throw .notMPEG4
  }

  private static func checkFileType(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = FieldReader(box, in: bytes)
    let brand = try fields.code()
    _ = try fields.uint32()  // minor_version
    guard fields.remaining % 4 == 0 else { throw .malformed(.ftyp) }
    if let image = ForeignFormat(brand: brand) { throw .foreign(image) }
  }
}
