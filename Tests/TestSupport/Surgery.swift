/// Changes to real files for which ffmpeg has no option.
public enum Surgery {
  /// Returns the offset of the first occurrence of a text.
  public static func offset(of text: String, in file: [UInt8]) -> Int {
    let pattern = Array(text.utf8)
    let last = file.count - pattern.count
    guard let found = (0...last).first(where: { file[$0...].starts(with: pattern) }) else {
      fatalError("a test file has no \(text)")
    }
    return found
  }

  /// Sets the size of the `mdat` box, which must be the last one, to 0: up to the end of the file.
  static func mediaDataToEnd(_ file: [UInt8]) -> [UInt8] {
    var file = file
    let type = offset(of: "mdat", in: file)
    precondition(type - 4 + Int(number(file, at: type - 4)) == file.count)
    file.replaceSubrange((type - 4)..<type, with: [0, 0, 0, 0])
    return file
  }

  /// Turns the empty `free` box before `mdat` into space for a 64-bit size.
  static func mediaData64(_ file: [UInt8]) -> [UInt8] {
    var file = file
    let type = offset(of: "mdat", in: file)
    precondition(Array(file[(type - 12)..<(type - 4)]) == [0, 0, 0, 8] + Array("free".utf8))
    let size = number(file, at: type - 4) + 8
    let header = word(1) + Array("mdat".utf8) + word(0) + word(size)
    file.replaceSubrange((type - 12)..<(type + 4), with: header)
    return file
  }

  /// Replaces `stco` by `co64`, in a file whose movie box is last, so that no media data moves.
  static func chunkOffset64(_ file: [UInt8]) -> [UInt8] {
    changing(["moov", "trak", "mdia", "minf", "stbl", "stco"], in: file) { box in
      var entries: [UInt8] = []
      for offset in stride(from: 16, to: box.count, by: 4) {
        entries += word(0) + box[offset..<(offset + 4)]
      }
      return word(UInt32(16 + entries.count)) + Array("co64".utf8) + box[8..<16] + entries
    }
  }

  /// Replaces the 5-byte AudioSpecificConfig that ffmpeg writes.
  static func audioSpecificConfig(_ file: [UInt8], _ config: [UInt8]) -> [UInt8] {
    var file = file
    let esds = offset(of: "esds", in: file)
    let tag: [UInt8] = [0x05, 0x80, 0x80, 0x80, 0x05]
    guard let found = (esds..<(esds + 60)).first(where: { file[$0...].starts(with: tag) }) else {
      fatalError("ffmpeg writes another configuration than it did")
    }
    file.replaceSubrange((found + 5)..<(found + 10), with: config)
    return file
  }

  /// Replaces the edit list of AAC by what Apple's encoders write: full frames, the samples before
  /// and after the sound in `iTunSMPB`, and its length in `mvhd`.
  static func gapless(_ file: [UInt8], priming: Int, padding: Int = Media.tagPadding) -> [UInt8] {
    let rate = Int(number(file, at: offset(of: "mdhd", in: file) + 16))
    let frameCount = number(file, at: offset(of: "stsz", in: file) + 12)
    let total = Int(frameCount) * 1024
    let length = total - priming - padding
    let table = ["moov", "trak", "mdia", "minf", "stbl", "stts"]
    var changed = changing(["moov", "trak", "edts"], in: file) { _ in [] }
    changed = changing(table, in: changed) { _ in
      word(24) + Array("stts".utf8) + word(0) + word(1) + word(frameCount) + word(1024)
    }
    changed = changing(["moov", "trak", "mdia", "mdhd"], in: changed) {
      Array($0[..<24]) + word(UInt32(total)) + $0[28...]
    }
    changed = changing(["moov", "mvhd"], in: changed) {
      let timescale = Int(number($0, at: 20))
      return Array($0[..<24]) + word(UInt32(length * timescale / rate)) + $0[28...]
    }
    changed = changing(["moov"], in: changed) {
      let tag = gaplessTag([priming, padding, length])
      return word(UInt32($0.count + tag.count)) + $0[4...] + tag
    }
    guard offset(of: "moov", in: file) < offset(of: "mdat", in: file) else { return changed }
    let growth = changed.count - file.count
    // ffmpeg's empty `free` before `mdat` is not of the reserved space.
    return changing(["free"], in: changed) {
      $0.count == 8 ? $0 : word(UInt32($0.count - growth)) + $0[4..<($0.count - growth)]
    }
  }

  private static func gaplessTag(_ counts: [Int]) -> [UInt8] {
    func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
      word(UInt32(8 + contents.count)) + Array(type.utf8) + contents
    }
    let text = ([0] + counts).map { number in
      let digits = String(number, radix: 16, uppercase: true)
      return " " + String(repeating: "0", count: 8 - digits.count) + digits
    }
    let item =
      box("mean", word(0) + Array("com.apple.iTunes".utf8))
      + box("name", word(0) + Array("iTunSMPB".utf8))
      + box("data", word(1) + word(0) + Array(text.joined().utf8))
    let handler = box(
      "hdlr", word(0) + word(0) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9))
    return box("udta", box("meta", word(0) + handler + box("ilst", box("----", item))))
  }

  /// Replaces the boxes at a path, and updates the sizes of the enclosing boxes.
  public static func changing(
    _ path: [String], in boxes: [UInt8], _ change: ([UInt8]) -> [UInt8]
  ) -> [UInt8] {
    guard let first = path.first else { return change(boxes) }
    var result: [UInt8] = []
    var offset = 0
    while offset < boxes.count {
      let end = offset + Int(number(boxes, at: offset))
      let box = Array(boxes[offset..<end])
      if !box[4..<8].elementsEqual(first.utf8) {
        result += box
      } else if path.count == 1 {
        result += change(box)
      } else {
        let inner = changing(Array(path.dropFirst()), in: Array(box[8...]), change)
        result += word(UInt32(8 + inner.count)) + box[4..<8] + inner
      }
      offset = end
    }
    return result
  }

  public static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  public static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
