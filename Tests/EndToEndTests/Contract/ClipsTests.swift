import Chatter
import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct ClipsTests {
  @Test(arguments: Media.Layout.allCases)
  func returnsRecordingsOfEveryLayoutUnchanged(_ layout: Media.Layout) async throws {
    let name = uniqueName(layout.rawValue)
    let clip = try Media.clip(layout)
    // A title, and a track of hints that is not sound, are erased.
    let stored =
      [.tagged, .hinted].contains(layout)
      ? try AudioClip(bytes: clip, metadata: .stripLocation).bytes : clip
    let (response, rows) = try await ServerProcess.required().withClient { client in
      (
        try await client.response(to: .clip(name, clip)),
        try await client.rows(by: name, "/getaudio")
      )
    }
    #expect(response.status == 200, "\(response.text)")
    #expect(rows.count == 1)
    #expect(rows.first?[4].flatMap { Data(base64Encoded: $0) } == Data(stored))
  }

  @Test(arguments: Media.Foreign.allCases)
  func rejectsForeignFormatsWithAMessage(_ kind: Media.Foreign) async throws {
    let name = uniqueName(kind.rawValue)
    let file = try Media.foreign(kind)
    try await ServerProcess.required().withClient { client in
      let response = try await client.response(to: .clip(name, file))
      #expect(response.status == 422)
      let message = try response.errorMessage()
      #expect(
        message.contains(": record") || message.contains(": send")
          || message.contains(": encode"))
      #expect(try await client.rows(by: name) == [], "nothing was stored")
    }
  }

  /// Android's base64 has a newline after each 76 characters and at the end.
  @Test func acceptsBase64InLines() async throws {
    let (name, clip) = (uniqueName(), try TinyClip.bytes())
    let lines = Data(clip).base64EncodedString(
      options: [.lineLength76Characters, .endLineWithLineFeed])
    let escaped = lines.replacing("\n", with: #"\n"#)
    let json = #"{"username":"\#(name)","audio":"\#(escaped)\n"}"#
    try await ServerProcess.required().withClient { client async throws in
      #expect(try await client.response(to: .post("/postaudio", json)).text == "{}")
      #expect(try await client.rows(by: name, "/getaudio/").map { $0[4] } == [clip.base64])
    }
  }

  @Test func replacesPlacesByZeros() async throws {
    let place = Array("+37.3349-122.0090/".utf8)
    func file(_ place: [UInt8]) throws -> [UInt8] {
      let text = [0xA9] + Array("xyz".utf8) + [0, UInt8(place.count), 0x15, 0xC7] + place
      let coordinates = Surgery.word(UInt32(4 + text.count)) + text
      return try TinyClip.bytes() + Surgery.word(UInt32(8 + coordinates.count))
        + Array("udta".utf8) + coordinates
    }
    let name = uniqueName()
    let posted = try file(place)
    let (clip, header) = (try TinyClip.bytes(), 8)
    let rest = posted.count - clip.count
    // The box has become free space.
    let expected =
      clip + Surgery.word(UInt32(rest)) + Array("free".utf8)
      + [UInt8](repeating: 0, count: rest - header)
    try await ServerProcess.required().withClient { client in
      #expect(try await client.response(to: .clip(name, posted)).status == 200)
      let rows = try await client.rows(by: name, "/getaudio")
      #expect(rows.first?[4] == [UInt8](expected).base64)
    }
  }

  @Test func rejectsMoreThan64KiBBesideTheMedia() async throws {
    let name = uniqueName()
    let other = [UInt8](repeating: 7, count: 65_536)
    let file = try TinyClip.bytes() + Surgery.word(65_544) + Array("uuid".utf8) + other
    try await ServerProcess.required().withClient { client in
      let response = try await client.response(to: .clip(name, file))
      #expect(response.status == 422)
      #expect(
        try response.errorMessage()
          == "more than 65536 bytes are outside the 'mdat' and 'moov' boxes:"
          + " send only the recording")
      #expect(try await client.rows(by: name) == [], "nothing was stored")
    }
  }
}
