/// Overwrites with zeros what is neither sound nor needed to play it: names of places survive in
/// many forms, such as titles, comments and boxes of vendors.
///
/// What is kept is listed. Another box becomes free space, since zeros in the place of a list of
/// boxes would not be one; bytes between boxes, and those of the media that no sample has, become
/// zeros.
struct MetadataEraser {
  /// One range of a file to overwrite.
  struct Erasure: Equatable {
    let range: Range<Int>

    /// The offset of a box type to replace with `free`.
    var typeOffset: Int?
  }

  /// The boxes that are kept, by the boxes that contain them (ISO/IEC 14496-12, table 1). Those
  /// that contain boxes are keys, too; the others are kept whole.
  private static let kept: [FourCharacterCode: Set<FourCharacterCode>] = [
    "moov": "mvhd iods trak mvex udta meta", "mvex": "mehd trex leva",
    "trak": "tkhd tref edts mdia udta meta", "edts": "elst",
    "mdia": "mdhd elng hdlr minf udta meta",
    "minf": "smhd nmhd sthd hmhd gmhd hdlr dinf stbl", "dinf": "dref",
    "stbl": "stsd stts ctts cslg stsc stsz stz2 stco co64 stss stsh stdp sdtp sgpd sbgp subs padb",
    "moof": "mfhd traf", "traf": "tfhd tfdt trun sdtp sgpd sbgp subs udta meta",
    // A recorder's transcript and, in `meta`, how a player joins clips without a gap.
    "udta": "meta tsrp", "meta": "hdlr ilst", "ilst": "---- pgap",
  ].reduce(into: [:]) { kept, entry in
    let names = entry.value.split(separator: " ").map { FourCharacterCode(String($0)) }
    kept[FourCharacterCode(entry.key)] = Set(names)
  }

  private static let keptInFile: Set<FourCharacterCode> = [
    .ftyp, FourCharacterCode("styp"), .moov, .moof, .mdat, FourCharacterCode("sidx"),
    FourCharacterCode("ssix"), FourCharacterCode("mfra"),
  ]

  private let bytes: [UInt8]
  private let metadata: ClipMetadata
  private let media: UsedMedia
  private var erasures: [Erasure] = []

  /// Overwrites what a valid file has besides its sound.
  ///
  /// - Parameter media: The bytes of its samples.
  static func erase(_ metadata: ClipMetadata, from bytes: inout [UInt8], keeping media: UsedMedia) {
    // Nothing shares the bytes when they are written, so that they are not copied.
    for erasure in erasures(metadata, of: bytes, keeping: media) {
      let zeros = [UInt8](repeating: 0, count: erasure.range.count)
      bytes.replaceSubrange(erasure.range, with: zeros)
      guard let offset = erasure.typeOffset else { continue }
      bytes.replaceSubrange(offset..<(offset + 4), with: "free".utf8)
    }
  }

  private static func erasures(
    _ metadata: ClipMetadata, of bytes: [UInt8], keeping media: UsedMedia
  ) -> [Erasure] {
    var eraser = MetadataEraser(bytes: bytes, metadata: metadata, media: media)
    eraser.visit(BoxReader(file: bytes), kept: keptInFile, end: bytes.count)
    return eraser.erasures
  }

  private init(bytes: [UInt8], metadata: ClipMetadata, media: UsedMedia) {
    (self.bytes, self.metadata, self.media) = (bytes, metadata, media)
  }

  private mutating func visit(
    _ boxes: BoxReader, kept: Set<FourCharacterCode>, end: Int
  ) {
    var boxes = boxes
    // A box that cannot be read ends its parent, as in a player.
    while let box = try? boxes.next() { visit(box, isKept: kept.contains(box.type)) }
    if metadata != .keep { erase(boxes.offset..<end) }
  }

  private mutating func visit(_ box: Box, isKept: Bool) {
    switch box.type {
    // An old `moov`, for example, is left in space that was reserved.
    case .free, .skip, .wide: erase(box.payload)
    case .transcript: if metadata == .stripAll || metadata != .keep && !isKept { replace(box) }
    case .freeform:
      if metadata != .keep, !isKept || !MetadataItems.isGapless(box, in: bytes) { replace(box) }
    default:
      if !isKept, metadata != .keep {
        replace(box)
      } else if box.type == .mdat {
        if metadata != .keep {
          for gap in media.gaps(in: box.payload) { erase(gap) }
        }
      } else if Self.kept[box.type] != nil {
        visitChildren(of: box)
      }
    }
  }

  private mutating func visitChildren(of box: Box) {
    let fieldBytes = box.type == .meta ? MetadataItems.fieldBytes(of: box, in: bytes) : 0
    guard let children = try? BoxReader(in: box, after: fieldBytes, of: bytes) else {
      return metadata == .keep ? () : replace(box)
    }
    visit(children, kept: Self.kept[box.type] ?? [], end: box.payload.upperBound)
  }

  private mutating func erase(_ range: Range<Int>) {
    if !range.isEmpty { erasures.append(Erasure(range: range)) }
  }

  private mutating func replace(_ box: Box) {
    erasures.append(Erasure(range: box.payload, typeOffset: box.start + 4))
  }
}

/// The bytes of a file that its samples have.
final class UsedMedia {
  /// Maximum number of ranges. In a file with more, all of the media is kept.
  static let rangesMax = 65_536

  private var ranges: [Range<Int>] = []
  private var isSorted = false
  /// The first of them that is not in an earlier `mdat`.
  private var first = 0

  /// Adds a run of samples, which is inside the file.
  func add(offset: UInt64, byteCount: UInt64) {
    let next = Int(offset)..<Int(offset + byteCount)
    if let last = ranges.last, last.upperBound == next.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<next.upperBound
    } else if ranges.count <= Self.rangesMax {
      ranges.append(next)
    }
  }

  /// Returns the parts of the next `mdat` that no sample has. No run of samples is in two of them,
  /// so all ranges are read once.
  func gaps(in whole: Range<Int>) -> [Range<Int>] {
    guard ranges.count <= Self.rangesMax else { return [] }
    if !isSorted {
      ranges.sort { $0.lowerBound < $1.lowerBound }
      isSorted = true
    }
    var gaps: [Range<Int>] = []
    var start = whole.lowerBound
    while first < ranges.count, ranges[first].lowerBound < whole.upperBound {
      let range = ranges[first]
      if start < range.lowerBound { gaps.append(start..<range.lowerBound) }
      start = max(start, range.upperBound)
      first += 1
    }
    if start < whole.upperBound { gaps.append(start..<whole.upperBound) }
    return gaps
  }
}
