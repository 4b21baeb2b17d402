/// The items of a `meta` box, in its `ilst` (QuickTime File Format, "Metadata").
enum MetadataItems {
  /// The name of the item with the samples before, after and of the sound.
  static let gaplessName = "iTunSMPB"

  /// Returns the number of bytes before the boxes: `meta` has a version and flags in ISO/IEC
  /// 14496-12, but not in QuickTime.
  static func fieldBytes(of meta: Box, in bytes: [UInt8]) -> Int {
    let (payload, handler) = (meta.payload, FourCharacterCode.hdlr.rawValue)
    let isQuickTime =
      payload.count >= 8
      && bytes.bigEndian(at: payload.lowerBound + 4, byteCount: 4) == UInt64(handler)
    return isQuickTime ? 0 : 4
  }

  /// Returns the boxes of a parent up to the first one that cannot be read.
  static func boxes(in parent: Box, after fieldBytes: Int = 0, of bytes: [UInt8]) -> [Box] {
    guard var reader = try? BoxReader(in: parent, after: fieldBytes, of: bytes) else { return [] }
    var boxes: [Box] = []
    while let box = try? reader.next() { boxes.append(box) }
    return boxes
  }

  /// Whether an item of the type `----` says how long the sound is, in hexadecimal numbers.
  static func isGapless(_ item: Box, in bytes: [UInt8]) -> Bool {
    gaplessText(item, in: bytes) != nil
  }

  /// Returns the numbers of a gapless item; nil for another item, or one with other text.
  static func gaplessText(_ item: Box, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let children = boxes(in: item, of: bytes)
    let types = ["mean", "name", "data"].map { FourCharacterCode($0) }
    guard children.map(\.type) == types,
      children.last?.payload.upperBound == item.payload.upperBound,
      bytes[children[0].payload].dropFirst(4).elementsEqual("com.apple.iTunes".utf8),
      bytes[children[1].payload].dropFirst(4).elementsEqual(gaplessName.utf8)
    else { return nil }
    let text = bytes[children[2].payload].dropFirst(8)
    let isNumbers = text.allSatisfy {
      $0 == 0x20 || 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 || 0x61...0x66 ~= $0 || $0 == 0
    }
    return isNumbers ? text : nil
  }
}
