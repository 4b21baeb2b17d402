/// The boxes in a box, accessible by type.
struct BoxChildren {
  let parent: Box
  let boxes: [Box]

  /// Reads all boxes, after `fieldBytes` bytes of the parent's own fields.
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

  /// Returns the only box of a type, or nil if there is none; throws if there is more than one.
  func optional(_ type: FourCharacterCode) throws(AudioClipError) -> Box? {
    let found = all(type)
    guard found.count <= 1 else { throw .repeated(type) }
    return found.first
  }

  /// Returns the only box of a type; throws if there is none or more than one.
  func required(_ type: FourCharacterCode) throws(AudioClipError) -> Box {
    guard let box = try optional(type) else { throw .missing(type, parent: parent.type) }
    return box
  }

  /// Returns the only box of two types that differ only in the width of their fields, such as
  /// `stco` and `co64`.
  func required(
    _ type: FourCharacterCode, or other: FourCharacterCode
  ) throws(AudioClipError) -> Box {
    guard let alternative = try optional(other) else { return try required(type) }
    guard try optional(type) == nil else { throw .repeated(type) }
    return alternative
  }
}
