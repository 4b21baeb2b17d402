import Testing

@testable import Chatter

/// No box extends past its parent, whatever its size field contains.
struct BoxTests {
  private typealias B = BoxBuilder

  private func read(_ bytes: [UInt8]) throws -> [Box] {
    var reader = BoxReader(file: bytes)
    var boxes: [Box] = []
    while let box = try reader.next() { boxes.append(box) }
    return boxes
  }

  @Test func reads32BitAnd64BitSizesAndTheRestOfTheFile() throws {
    let file = B.box("free", [1, 2]) + B.longBox("mdat", [3]) + B.box("mdat", size: 0, [4, 5, 6])
    let boxes = try read(file)
    #expect(boxes.map(\.start) == [0, 10, 27])
    #expect(boxes.map(\.payload) == [8..<10, 26..<27, 35..<38])
    #expect(boxes.allSatisfy { $0.depth == 0 })
  }

  @Test func keepsEveryChildInsideItsParent() throws {
    for size in 0...64 {
      let file = B.box("moov", B.box("trak", size: size, B.zeros(24))) + B.zeros(64)
      let parent = try Box.first(of: file)
      var reader = try BoxReader(in: parent, of: file)
      guard let child = try? reader.next() else { continue }
      #expect(parent.payload.contains(child.start))
      #expect(child.payload.upperBound <= parent.payload.upperBound)
      #expect(child.payload.count == (size == 1 ? 0 : size - 8))
    }
  }

  /// Only the last box of a file may have size 0.
  @Test func rejectsChildrenOfSizeZero() throws {
    let file = B.box("moov", B.box("trak", size: 0, B.zeros(8)))
    var reader = try BoxReader(in: try #require(read(file).first), of: file)
    #expect(throws: AudioClipError.malformed(.trak)) { try reader.next() }
  }

  @Test func endsQuickTimeListsAtFourZeroBytes() throws {
    let file = B.box("udta", B.box("free"), B.zeros(4))
    var reader = try BoxReader(in: try #require(read(file).first), of: file)
    #expect(try reader.next()?.type == .free)
    #expect(try reader.next() == nil)
    #expect(throws: AudioClipError.cutOffBetweenBoxes) { try read(B.box("free") + B.zeros(4)) }
  }

  @Test func limitsTheDepthOfBoxes() throws {
    let limit = MPEG4Limits.depthMax
    let file = (0..<limit).reduce(B.box("free")) { inner, _ in B.box("moov", inner) }
    var box = try #require(read(file).first)
    for depth in 1...limit {
      var reader = try BoxReader(in: box, of: file)
      box = try #require(try reader.next())
      #expect(box.depth == depth)
    }
    #expect(throws: AudioClipError.nestedTooDeep(.free)) { try BoxReader(in: box, of: file) }
  }

  @Test func findsNoChildrenInBoxesTooShortForTheirFields() throws {
    let file = B.box("stsd", B.zeros(7))
    let box = try #require(read(file).first)
    #expect(throws: AudioClipError.malformed(.stsd)) { try BoxReader(in: box, after: 8, of: file) }
  }
}

extension Box {
  /// The first box of some bytes.
  static func first(of bytes: [UInt8]) throws -> Box {
    var reader = BoxReader(file: bytes)
    return try #require(try reader.next())
  }
}
