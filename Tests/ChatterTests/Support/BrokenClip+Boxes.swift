import Chatter

/// Files with boxes of wrong sizes or in wrong places.
extension BrokenClip {
  private typealias B = BoxBuilder
  private static let clip = HandMadeClip()
  private static func code(_ name: String) -> FourCharacterCode { FourCharacterCode(name) }

  static let boxes: [BrokenClip] = [
    BrokenClip("no bytes", [], .noBytes),
    BrokenClip("one byte", [0], .notMPEG4),
    BrokenClip("random bytes", [0x12, 0x9A, 0x44, 0x01, 0xFE, 0x80, 0x77, 0x33], .notMPEG4),
    BrokenClip("an ftyp alone", clip.fileType, .recordingEmpty),
    BrokenClip(
      "an ftyp and a free box", clip.fileType + B.box("free", B.zeros(90)), .recordingEmpty),
    BrokenClip("an ftyp and an mdat", clip.fileType + clip.mediaData, .noMovie),
    BrokenClip("an mdat of size 0 and no moov", noMovie, .noMovie),
    BrokenClip("a moov first", clip.moov + clip.fileType, .fileTypeNotFirst(code("moov"))),
    BrokenClip("a later segment of a stream", fragment, .fileTypeNotFirst(code("moof"))),
    BrokenClip("an ftyp that is cut", Array(clip.fileType.prefix(20)), .cutOff(code("ftyp"))),
    BrokenClip("an ftyp too short for a brand", shortFileType, .malformed(code("ftyp"))),
    BrokenClip("a torn brand", .malformed(code("ftyp"))) {
      $0.fileType = B.box("ftyp", B.ascii("M4A "), B.u32(0), [0x4D])
    },
    BrokenClip("two ftyp boxes", .repeated(code("ftyp"))) { $0.lastBoxes = $0.fileType },
    BrokenClip("two moov boxes", .repeated(code("moov"))) { $0.lastBoxes = $0.moov },
    BrokenClip("half a box header at the end", .cutOffBetweenBoxes) { $0.lastBoxes = [0, 0, 0] },
    BrokenClip("half a long header at the end", .cutOffBetweenBoxes) {
      $0.lastBoxes = B.u32(1) + B.ascii("free") + B.u32(0)
    },
    BrokenClip("a box past the end", .cutOff(code("free"))) {
      $0.lastBoxes = B.box("free", size: 9)
    },
    BrokenClip("a long box of 2^64 - 1 bytes", .cutOff(code("free"))) {
      $0.lastBoxes = B.longBox("free", size: .max)
    },
    BrokenClip("a long box of 2^63 bytes", .cutOff(code("mdat"))) {
      $0.lastBoxes = B.longBox("mdat", size: 1 << 63)
    },
    BrokenClip("a long box smaller than its header", .malformed(code("free"))) {
      $0.lastBoxes = B.longBox("free", size: 15)
    },
    BrokenClip("a box smaller than its header", .malformed(code("free"))) {
      $0.lastBoxes = B.box("free", size: 7)
    },
    BrokenClip(
      "a box of unprintable name past the end", .cutOff(FourCharacterCode("\u{1}\u{2}\u{3}\u{4}"))
    ) {
      $0.lastBoxes = B.box("\u{1}\u{2}\u{3}\u{4}", size: 99)
    },
    BrokenClip(
      "a child larger than its parent", .boxLeavesParent(code("mvhd"), parent: code("moov"))
    ) {
      $0.mvhd.replaceSubrange(0..<4, with: B.u32(0x7FFF_FFFF))
    },
    BrokenClip("a child one byte too large", .boxLeavesParent(code("url "), parent: code("dref"))) {
      $0.dref = B.fullBox("dref", B.u32(1), B.box("url ", size: 13, B.u32(1)))
    },
    BrokenClip("a child of size 0", .malformed(code("hdlr"))) {
      $0.hdlr.replaceSubrange(0..<4, with: B.u32(0))
    },
    BrokenClip("bytes behind the last child", .malformed(code("moov"))) {
      $0.movieBoxes = [1, 2, 3, 4, 5]
    },
    BrokenClip("too many boxes in a file", .tooManyBoxes(parent: nil)) {
      $0.lastBoxes = Array(repeatElement(B.box("free"), count: 131_072).joined())
    },
    BrokenClip("too many boxes in a box", .tooManyBoxes(parent: code("moov"))) {
      $0.movieBoxes = Array(repeatElement(B.box("free"), count: 4_096).joined())
    },
  ]

  private static let noMovie = clip.fileType + B.box("mdat", size: 0, B.zeros(100))
  private static let fragment = HandMadeFragments().moof + clip.mediaData
  private static let shortFileType = B.box("ftyp", B.ascii("M4A ")) + clip.mediaData + clip.moov
}
