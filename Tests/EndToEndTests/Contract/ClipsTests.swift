import Foundation
import TestSupport
import Testing

@Suite(
  "Contract: real recordings (needs PostgreSQL and a socket)", .needs(.postgreSQL), .served())
struct ClipsTests {
  @Test("a recording of every layout comes back byte for byte", arguments: Media.Layout.allCases)
  func taken(_ layout: Media.Layout) async throws {
    let name = uniqueName(layout.rawValue)
    let clip = try Media.clip(layout)
    let (answer, rows) = try await ServerProcess.required().withClient { client in
      (
        try await client.answer(to: .clip(name, clip)), try await client.rows(by: name, "/getaudio")
      )
    }
    #expect(answer.status == 200, "\(answer.text)")
    #expect(rows.count == 1)
    #expect(rows.first?[4].flatMap { Data(base64Encoded: $0) } == Data(clip))
  }

  @Test("what is no m4a is refused with a sentence", arguments: Media.Foreign.allCases)
  func refused(_ kind: Media.Foreign) async throws {
    let name = uniqueName(kind.rawValue)
    let file = try Media.foreign(kind)
    try await ServerProcess.required().withClient { client in
      let answer = try await client.answer(to: .clip(name, file))
      #expect(answer.status == 422)
      let sentence = try answer.sentence()
      #expect(
        sentence.contains(": record") || sentence.contains(": send")
          || sentence.contains(": encode"))
      #expect(try await client.rows(by: name) == [], "nothing was stored")
    }
  }

  @Test("a recording that was cut off, or is only a head, is refused with a sentence")
  func cut() async throws {
    let clip = try Media.clip(.iOS)
    let cases: [([UInt8], String)] = [
      (
        Array(clip.prefix(Int(Surgery.number(clip, at: 0)))),
        "the recording is empty: it is only a file header"
      ),
      (
        Array(clip.prefix(Surgery.offset(of: "moov", in: clip) - 4)),
        "the file ends before its moov box: the recording was cut off"
      ),
      (Array(clip.dropLast(100)), "the file ends inside its 'moov' box: the recording was cut off"),
    ]
    try await ServerProcess.required().withClient { client in
      for (file, sentence) in cases {
        let answer = try await client.answer(to: .clip(uniqueName(), file))
        #expect(answer.status == 422)
        #expect(try answer.sentence() == sentence)
      }
    }
  }
}
