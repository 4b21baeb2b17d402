/// The boxes in a box, to be asked for by type.
struct BoxChildren {
  let parent: Box
  let boxes: [Box]

  /// Reads them all, after `fieldBytes` bytes of the parent's own fields.
  init(of parent: Box, after fieldBytes: Int = 0, in bytes: [UInt8]) throws(AudioClipError) {
    var reader = try BoxReader(in: parent, after: fieldBytes, of: bytes)
    var boxes: [Box] = []
    while let box = try reader.next() {
      boxes.append(box)
    }
    self.parent = parent
    self.boxes = boxes
  }

  func all(_ type: FourCharacterCode) -> [Box] {
    boxes.filter { $0.type == type }
  }

  /// The only box of a type, if there is one; a second is an error.
  func optional(_ type: FourCharacterCode) throws(AudioClipError) -> Box? {
    let found = all(type)
    guard found.count <= 1 else { throw .repeated(type) }
    return found.first
  }

  /// The only box of a type; none and a second are errors.
  func required(_ type: FourCharacterCode) throws(AudioClipError) -> Box {
    guard let box = try optional(type) else { throw .missing(type, parent: parent.type) }
    return box
  }

  /// The only box of two types that say the same in two widths, such as `stco` and `co64`.
  func required(
    _ type: FourCharacterCode, or other: FourCharacterCode
  ) throws(AudioClipError) -> Box {
    guard let alternative = try optional(other) else { return try required(type) }
    guard try optional(type) == nil else { throw .repeated(type) }
    return alternative
  }
}
