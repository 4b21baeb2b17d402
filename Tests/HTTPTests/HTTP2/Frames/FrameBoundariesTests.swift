import TestSupport
import Testing

@testable import HTTP

struct FrameBoundariesTests {
  /// What the client sends, step by step, and whether a head is incomplete after each step.
  private static let steps: [(bytes: [UInt8], isWithinHead: Bool)] = [
    (RawFrame.preface, false),
    (RawFrame.head(1), false),
    (RawFrame.frame(1, stream: 3, RawFrame.block(RawFrame.request())), true),
    (RawFrame.frame(9, stream: 3, RawFrame.block([("a", "b")])), true),
    (RawFrame.frame(9, flags: 4, stream: 3), false),
    (RawFrame.frame(1, stream: 5, RawFrame.block(RawFrame.request())), true),
    (RawFrame.data(1, "content"), false),
    (RawFrame.frame(6, [0, 0, 0, 0, 0, 0, 0, 0]), false),
  ]

  @Test func isWithinAHeadUntilItsLastFrameEnds() {
    var boundaries = FrameBoundaries()
    for (number, step) in Self.steps.enumerated() {
      boundaries.take(step.bytes[...])
      #expect(boundaries.isWithinHead == step.isWithinHead, "step \(number)")
    }
    // The preface counts as one.
    #expect(boundaries.endedCount == Self.steps.count)
  }

  @Test(arguments: 1...40)
  func tracksHeadsAcrossSlicesOfAnySize(count: Int) {
    var boundaries = FrameBoundaries()
    for step in Self.steps {
      var rest = step.bytes[...]
      while !rest.isEmpty {
        boundaries.take(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(boundaries.isWithinHead == step.isWithinHead)
    }
  }

  @Test func isWithinATricklingHeadFromItsTypeToItsLastByte() {
    var boundaries = FrameBoundaries()
    boundaries.take(RawFrame.preface[...])
    let head = RawFrame.head(1)
    for (index, byte) in head.enumerated() {
      boundaries.take([byte])
      #expect(boundaries.isWithinHead == (4..<head.count - 1).contains(index), "byte \(index)")
    }
  }
}
