/// Finds the metadata to erase in a valid file, and overwrites it with zeros.
///
/// Searches every box that contains boxes, including user data (`udta`, QuickTime File Format,
/// "User data atoms"; 3GPP TS 26.244, section 8) and metadata (`meta`, in ``MetadataItems``). User
/// data that cannot be parsed is left unchanged: no player can read it either.
struct MetadataEraser {
  /// One range of a file to overwrite.
  struct Erasure: Equatable {
    let range: Range<Int>

    /// The offset of a box type to replace with `free`: zeros in its place would not be a valid
    /// box.
    var typeOffset: Int?
  }

  private let bytes: [UInt8]
  private let metadata: ClipMetadata
  private(set) var erasures: [Erasure] = []

  /// Overwrites the metadata of a file.
  static func erase(_ metadata: ClipMetadata, from bytes: inout [UInt8]) {
    guard metadata != .keep else { return }
    let erasures = erasures(metadata, in: bytes)
    for erasure in erasures {
      for index in erasure.range { bytes[index] = 0 }
      guard let offset = erasure.typeOffset else { continue }
      bytes.replaceSubrange(offset..<(offset + 4), with: "free".utf8)
    }
  }

  /// Returns the ranges to overwrite, in the order in which they are found.
  static func erasures(_ metadata: ClipMetadata, in bytes: [UInt8]) -> [Erasure] {
    var eraser = MetadataEraser(bytes: bytes, metadata: metadata)
    eraser.visit(BoxReader(file: bytes))
    return eraser.erasures
  }

  private init(bytes: [UInt8], metadata: ClipMetadata) {
    self.bytes = bytes
    self.metadata = metadata
  }

  private mutating func visit(_ boxes: BoxReader) {
    var boxes = boxes
    // A box that cannot be read ends its parent, as in a player.
    while let box = try? boxes.next() { visit(box) }
  }

  private mutating func visit(_ box: Box) {
    switch box.type {
    case .moov, .trak, .mdia, .minf, .stbl, .edts, .mvex, .moof, .traf: visitChildren(of: box)
    case .udta:
      if metadata == .stripAll { replace(box) } else { visitChildren(of: box) }
    case .meta:
      if metadata == .stripAll { replace(box) } else { visitMetadata(box) }
    case .uuid, .xmp:
      if metadata == .stripAll || isLocatedXMP(box) { erase(box.payload) }
    // An old `moov`, for example, is left in space that was reserved.
    case .free, .skip, .wide, .xyz, .loci: erase(box.payload)
    default: break
    }
  }

  private mutating func visitChildren(of box: Box, after fieldBytes: Int = 0) {
    guard let children = try? BoxReader(in: box, after: fieldBytes, of: bytes) else { return }
    visit(children)
  }

  private mutating func visitMetadata(_ box: Box) {
    let items = MetadataItems(box, in: bytes)
    for range in items.locations { erase(range) }
    visitChildren(of: box, after: items.fieldBytes)
  }

  private mutating func erase(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    erasures.append(Erasure(range: range))
  }

  /// Turns a box into free space: all zeros would not be a valid list of boxes.
  private mutating func replace(_ box: Box) {
    erasures.append(Erasure(range: box.payload, typeOffset: box.start + 4))
  }

  /// Whether a box contains XMP (ISO 16684-1) with coordinates or the name of a place.
  private func isLocatedXMP(_ box: Box) -> Bool {
    var payload = bytes[box.payload]
    if box.type == .uuid {
      guard payload.starts(with: Self.xmpID) else { return false }
      payload = payload.dropFirst(Self.xmpID.count)
    }
    return MetadataItems.namesLocation(payload)
  }

  /// The extended type of a box with XMP (XMP Specification Part 3, section 1.2.7.1).
  private static let xmpID: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
}
