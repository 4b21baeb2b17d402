import Testing

@testable import Chatter

/// A file that must be refused, and the expected error.
struct BrokenClip: CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let error: AudioClipError

  init(_ name: String, _ bytes: [UInt8], _ error: AudioClipError) {
    testDescription = name
    self.bytes = bytes
    self.error = error
  }

  /// A clip made by hand after a change.
  init(
    _ name: String, _ error: AudioClipError, change: (inout HandMadeClip) -> Void
  ) {
    self.init(name, HandMadeClip.bytes(change), error)
  }

  /// A fragmented clip made by hand after a change.
  init(
    fragmented name: String, _ error: AudioClipError,
    change: (inout HandMadeFragments) -> Void
  ) {
    self.init(name, HandMadeFragments.bytes(change), error)
  }
}

struct BrokenClipTests {
  @Test(arguments: BrokenClip.all)
  func refusesBrokenFilesForTheirCauses(broken: BrokenClip) {
    #expect(throws: broken.error) { try AudioClip(bytes: broken.bytes) }
    #expect(!broken.error.description.isEmpty)
  }

  @Test func acceptsTheClipsThatBrokenOnesAreMadeOf() throws {
    let clip = try AudioClip(bytes: HandMadeClip.bytes())
    #expect(
      clip.facts
        == AudioFacts(
          duration: .milliseconds(512), codec: .aacLC, sampleRate: 8000, channels: 1,
          byteCount: HandMadeClip.bytes().count))
    let fragmented = try AudioClip(bytes: HandMadeFragments.bytes { $0.fragments = 2 })
    #expect(fragmented.facts.duration == .milliseconds(768))
  }
}

extension BrokenClip {
  static let all = boxes + movies + codecs + tables + fragments
}
