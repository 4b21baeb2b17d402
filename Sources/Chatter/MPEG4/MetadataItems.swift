/// The items of a `meta` box: `ilst`, with the names in `keys` (QuickTime File Format, "Metadata").
///
/// Apple's recorders name items in `keys` (`com.apple.quicktime.location.ISO6709`), and the type of
/// an item is the index of its name. iTunes uses types with a fixed meaning (`©xyz`), and `----`
/// with a `name`.
struct MetadataItems {
  /// Bytes before the boxes: `meta` has a version and flags in ISO/IEC 14496-12, but not in
  /// QuickTime.
  let fieldBytes: Int

  /// The values of the items that contain the recording location.
  private(set) var locations: [Range<Int>] = []

  private let bytes: [UInt8]
  private var names: [Bool] = []

  init(_ box: Box, in bytes: [UInt8]) {
    self.bytes = bytes
    let handler = FourCharacterCode.hdlr.rawValue
    let payload = box.payload
    fieldBytes =
      payload.count >= 8
        && bytes.bigEndian(at: payload.lowerBound + 4, byteCount: 4) == UInt64(handler) ? 0 : 4
    let children = boxes(in: box, after: fieldBytes)
    for keys in children where keys.type == .keys { readKeys(keys) }
    for list in children where list.type == .ilst {
      for item in boxes(in: list) where isLocation(item) { add(item) }
    }
  }

  /// Whether a text, such as a key's name or XMP, contains a word for a location.
  static func namesLocation(_ text: ArraySlice<UInt8>) -> Bool {
    let lowercase = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return keywords.contains { keyword in
      guard lowercase.count >= keyword.count else { return false }
      return (0...(lowercase.count - keyword.count)).contains {
        lowercase[$0] == keyword[0] && lowercase[$0...].starts(with: keyword)
      }
    }
  }

  private static let keywords = ["location", "gps", "iso6709"].map { Array($0.utf8) }

  /// Returns the boxes of a parent up to the first one that cannot be read.
  private func boxes(in parent: Box, after fieldBytes: Int = 0) -> [Box] {
    guard var reader = try? BoxReader(in: parent, after: fieldBytes, of: bytes) else { return [] }
    var boxes: [Box] = []
    while let box = try? reader.next() { boxes.append(box) }
    return boxes
  }

  /// Reads which of the names are those of a location; entries have the form of boxes, whose types
  /// are name spaces.
  private mutating func readKeys(_ box: Box) {
    names = boxes(in: box, after: 8).map { entry in
      Self.namesLocation(bytes[entry.payload])
        || entry.payload.count == 4
          && FourCharacterCode(
            rawValue: UInt32(bytes.bigEndian(at: entry.payload.lowerBound, byteCount: 4))) == .xyz
    }
  }

  private func isLocation(_ item: Box) -> Bool {
    if item.type == .xyz || item.type == .loci { return true }
    let index = Int(item.type.rawValue)
    if names.indices.contains(index - 1) { return names[index - 1] }
    guard item.type == .freeform else { return false }
    return boxes(in: item).contains {
      $0.type == .name && Self.namesLocation(bytes[$0.payload])
    }
  }

  /// Adds the values of an item: the bytes after the type and the locale in each `data` box.
  private mutating func add(_ item: Box) {
    for data in boxes(in: item) where data.type == .data {
      guard data.payload.count > 8 else { continue }
      locations.append((data.payload.lowerBound + 8)..<data.payload.upperBound)
    }
  }
}
