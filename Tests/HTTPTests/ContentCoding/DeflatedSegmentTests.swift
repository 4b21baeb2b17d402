import Foundation
import TestSupport
import Testing

@testable import HTTP

struct DeflatedSegmentTests {
  static let texts = [
    "[", #"["ada","hello, hello, hello"],"#, "", String(repeating: "abc", count: 40_000),
  ]

  private func coded(_ segments: [DeflatedSegment]) -> [UInt8] {
    var envelope = GzipEnvelope()
    for segment in segments { envelope.append(segment) }
    return GzipEnvelope.head + segments.flatMap(\.bytes) + envelope.tail
  }

  @Test(arguments: 0...4)
  func joinsAnyNumberOfSegmentsIntoOneBody(count: Int) throws {
    let plain = Self.texts.prefix(count).map { Array($0.utf8) }
    let segments = plain.map { DeflatedSegment($0[...]) }
    #expect(try inflated(coded(segments)) == plain.flatMap { $0 })
  }

  @Test func joinsTwoSegmentsIntoAnEquivalentOne() throws {
    let (first, second) = (Array("first ".utf8), Array("second".utf8))
    let joined = DeflatedSegment.joined([DeflatedSegment(first[...]), DeflatedSegment(second[...])])
    #expect(joined.plainCount == 12)
    #expect(try inflated(coded([joined, joined])) == first + second + first + second)
  }

  @Test(.needs(.programs)) func producesDataThatGzipReads() async throws {
    let segments = Self.texts.map { DeflatedSegment(Array($0.utf8)[...]) }
    let plain = Array(Self.texts.joined().utf8)
    let gzip = try await ProgramRun("gzip", ["-dc"], input: coded(segments))
    #expect(gzip.output == plain && gzip.status == 0 && gzip.errors.isEmpty)
  }

  @Test func shrinksBase64ToAboutItsDecodedSize() throws {
    var generator = SystemRandomNumberGenerator()
    let clip = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let text = Array(Data(clip).base64EncodedString().utf8)
    let segment = DeflatedSegment(text[...], kind: .base64)
    #expect(segment.bytes.count < clip.count * 102 / 100)
    #expect(try inflated(coded([segment])) == text)
  }

  private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var inflater = Inflater()
    var input = bytes[...]
    let (output, status) = inflater.inflate(&input, atMost: 1 << 20)
    try #require(status == .ended && input.isEmpty)
    return output
  }
}
