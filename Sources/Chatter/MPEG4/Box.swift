/// One box: its type and its range in the file, which is inside the range of its parent.
///
/// Only a ``BoxReader`` creates boxes, and it checks that range.
struct Box {
  let type: FourCharacterCode

  /// The offset of its header in the file.
  let start: Int

  /// The range after its header.
  let payload: Range<Int>

  /// The number of boxes that enclose it.
  let depth: Int

  /// Its size in bytes, including the header.
  var byteCount: Int { payload.upperBound - start }

  fileprivate init(type: FourCharacterCode, start: Int, payload: Range<Int>, depth: Int) {
    self.type = type
    self.start = start
    self.payload = payload
    self.depth = depth
  }
}

/// Reads the boxes of a file or of a box one after another.
struct BoxReader {
  private let bytes: [UInt8]
  private let parent: Box?
  private let end: Int
  /// Where the next box begins.
  private(set) var offset: Int
  private var boxes = 0

  /// Reads the top-level boxes of a file.
  init(file bytes: [UInt8]) {
    self.bytes = bytes
    parent = nil
    offset = 0
    end = bytes.count
  }

  /// Reads the boxes in a box, after `fieldBytes` bytes of its own fields.
  init(in parent: Box, after fieldBytes: Int = 0, of bytes: [UInt8]) throws(AudioClipError) {
    guard parent.depth < MPEG4Limits.depthMax else { throw .nestedTooDeep(parent.type) }
    guard fieldBytes <= parent.payload.count else { throw .malformed(parent.type) }
    self.bytes = bytes
    self.parent = parent
    offset = parent.payload.lowerBound + fieldBytes
    end = parent.payload.upperBound
  }

  /// Returns the next box, or nil at the end.
  mutating func next() throws(AudioClipError) -> Box? {
    guard offset < end, !isAtTerminator else { return nil }
    boxes += 1
    guard boxes <= (parent == nil ? MPEG4Limits.fileBoxesMax : MPEG4Limits.childBoxesMax) else {
      throw .tooManyBoxes(parent: parent?.type)
    }
    let remaining = end - offset
    guard remaining >= 8 else { throw headerCutOff }
    let type = FourCharacterCode(
      rawValue: UInt32(bytes.bigEndian(at: offset + 4, byteCount: 4)))
    var headerBytes = 8
    var size = bytes.bigEndian(at: offset, byteCount: 4)
    switch size {
    case 0:
      // The box extends to the end of the file; only a top-level box can (ISO/IEC 14496-12, 4.2).
      guard parent == nil else { throw .malformed(type) }
      size = UInt64(remaining)
    case 1:
      guard remaining >= 16 else { throw headerCutOff }
      size = bytes.bigEndian(at: offset + 8, byteCount: 8)
      headerBytes = 16
    default: break
    }
    guard size >= UInt64(headerBytes) else { throw .malformed(type) }
    guard size <= UInt64(remaining) else {
      guard let parent else { throw .cutOff(type) }
      throw .boxLeavesParent(type, parent: parent.type)
    }
    let box = Box(
      type: type, start: offset, payload: (offset + headerBytes)..<(offset + Int(size)),
      depth: parent.map { $0.depth + 1 } ?? 0)
    offset += Int(size)
    return box
  }

  /// QuickTime may end a list of boxes with four zero bytes (QuickTime File Format, "User data").
  private var isAtTerminator: Bool {
    parent != nil && end - offset == 4 && bytes.bigEndian(at: offset, byteCount: 4) == 0
  }

  private var headerCutOff: AudioClipError {
    parent.map { .malformed($0.type) } ?? .cutOffBetweenBoxes
  }
}
