import Foundation
import TestSupport
import Testing

@Suite(
  "Hostile: metadata in clips (needs PostgreSQL and a socket)",
  .needs(.postgreSQL), .served("--rate-limit", "0"))
struct CarriedMetadataTests {
  static let place = "+37.3349-122.0090/"

  /// The tiny clip with its place of recording in `udta`, as iPhones write it: `©xyz`.
  private static func located() throws -> [UInt8] {
    let text = Array(place.utf8)
    let string = [0, UInt8(text.count), 0x15, 0xC7] + text
    let xyz = Surgery.word(UInt32(8 + string.count)) + [0xA9] + Array("xyz".utf8) + string
    return Surgery.changing(["moov", "udta"], in: try TinyClip.bytes()) { box in
      Surgery.word(UInt32(box.count + xyz.count)) + box[4...] + xyz
    }
  }

  @Test func overwritesOnlyTheLocationOfARecording() async throws {
    let clip = try Self.located()
    let offset = Surgery.offset(of: Self.place, in: clip)
    var expected = clip
    for index in offset..<(offset + Self.place.utf8.count) { expected[index] = 0 }
    let name = uniqueName()
    let stored = try await ServerProcess.required().withClient { client async throws in
      #expect(try await client.response(to: .clip(name, clip)).status == 200)
      let row = try await client.rows(by: name, "/getaudio/").first
      return try #require(row?.last ?? nil)
    }
    let bytes = try #require(Data(base64Encoded: stored)).map { $0 }
    #expect(bytes.count == clip.count)
    #expect(Array(bytes[..<(offset - 12)]) == Array(expected[..<(offset - 12)]))
    #expect(Array(bytes[offset...]) == Array(expected[offset...]))
  }
}
