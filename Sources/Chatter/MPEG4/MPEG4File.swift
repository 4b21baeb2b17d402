/// A file of MPEG-4 audio: the boxes at its top, and through them its facts (ISO/IEC 14496-12).
///
/// The way down is fixed: the file's boxes here, `moov` in ``Movie``, `trak` in ``Track``, `stbl`
/// in ``SampleTable`` with the codec in ``SampleEntry``, and `moof` in ``TrackFragment``. A
/// ``BoxReader`` keeps every box inside its parent; boxes that nobody asks for (`free`, `skip`,
/// `wide`, `uuid`, `meta`, `udta`, `sidx`, `mfra`, `styp`, `emsg`) are only stepped over.
struct MPEG4File {
  private let bytes: [UInt8]
  private var movie: Box?
  private var fragments: [Box] = []
  private var mediaData: MediaData

  /// Finds the boxes at the top of a file; a movie after its media and before it are both usual.
  init(_ bytes: [UInt8]) throws(AudioClipError) {
    guard !bytes.isEmpty else { throw .noBytes }
    self.bytes = bytes
    mediaData = MediaData(fileByteCount: bytes.count)
    try Self.checkStart(of: bytes)
    var reader = BoxReader(file: bytes)
    var otherBytes = 0
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
      default: otherBytes += box.byteCount
      }
    }
    // Each fragment is a box of the file, of which there are not many: the product is small.
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

  /// `ftyp` comes first (ISO/IEC 14496-12, 4.3.1); what comes instead is named.
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
