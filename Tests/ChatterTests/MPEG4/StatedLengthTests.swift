import Testing

@testable import Chatter

/// The hand-made clip has four frames of 1,024 samples at 8,000 Hz, which are 512 ms.
struct StatedLengthTests {
  private typealias B = BoxBuilder

  /// The tag as AudioToolbox writes it.
  private static func tag(_ priming: Int, _ padding: Int, _ length: Int) -> [UInt8] {
    func hex(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: digits - text.count) + text
    }
    let rest = String(repeating: " 00000000", count: 8)
    return tag(" 00000000 \(hex(priming, 8)) \(hex(padding, 8)) \(hex(length, 16))\(rest)")
  }

  private static func tag(_ text: String) -> [UInt8] {
    B.box("udta", HandMadeMetadata.gapless(B.ascii(text)))
  }

  private func milliseconds(
    _ tag: [UInt8] = [], movie: Int = 0, edits: [UInt8] = []
  ) throws -> Duration {
    let bytes = HandMadeClip.bytes {
      $0.movieBoxes = tag
      $0.mvhd = B.fullBox("mvhd", B.zeros(8), B.u32(1000), B.u32(movie), B.zeros(80))
      $0.edts = edits
    }
    return try AudioClip(bytes: bytes).facts.duration
  }

  @Test(arguments: [(2112, 384, 1600), (2112, 960, 1024), (0, 0, 4096), (1024, 1000, 3000)])
  func takesTheLengthOfATagThatAgreesWithinAFrame(
    priming: Int, padding: Int, length: Int
  ) throws {
    let duration = try milliseconds(Self.tag(priming, padding, length), movie: 500)
    #expect(duration == .microseconds(length * 125))
  }

  @Test(
    arguments: [
      tag(2112, 960, 65_536), tag(2112, 384, 500), tag(0, 0, 0), tag(2112, 3_000_000_000, 1600),
      tag(""), tag(" 00000000 00000840"), tag(" x y z w"), [],
    ])
  func doesNotBelieveTheTagOfAnotherFile(tag: [UInt8]) throws {
    #expect(try milliseconds(tag) == .milliseconds(512))
    #expect(try milliseconds(tag, movie: 400) == .milliseconds(400))
  }

  @Test func takesTheLengthOfTheMovieIfItIsALittleShorterThanTheFrames() throws {
    for (movie, expected) in [(1, 1), (511, 511), (512, 512), (513, 512), (0, 512)] {
      #expect(try milliseconds(movie: movie) == .milliseconds(expected))
    }
    let long = HandMadeClip.bytes {
      $0.stts = B.table("stts", [[4, 2048]])
      $0.mvhd = B.fullBox("mvhd", B.zeros(8), B.u32(1000), B.u32(500), B.zeros(80))
    }
    // 524 ms shorter than the frames: 4,192 samples.
    #expect(try AudioClip(bytes: long).facts.duration == .milliseconds(1024))
  }

  @Test func prefersAnEditList() throws {
    let edits = B.box("edts", B.fullBox("elst", B.u32(1), B.u32(300), B.u32(0), B.u32(0x10000)))
    #expect(
      try milliseconds(Self.tag(2112, 384, 1600), movie: 450, edits: edits) == .milliseconds(300))
  }
}
