import Foundation
import TestSupport
import Testing

@testable import Chatter

struct PostAudioRequestTests {
  private func read(_ body: String) throws(PostError) -> PostAudioRequest {
    try PostAudioRequest(body: ArraySlice(body.utf8))
  }

  @Test(arguments: [
    "", #","audio":null"#, #","audio":"""#, #","audio":"null""#, #","audio":"QUJD","audio":null"#,
    #","audio":"n\u0075ll""#,
  ])
  func acceptsMissingAudioInEveryForm(field: String) throws {
    let request = try read(#"{"username":"a","message":"m"\#(field)}"#)
    #expect(!request.hasAudio)
    #expect(try request.audioBytes() == nil)
    #expect(throws: PostError.neitherMessageNorAudio) { try read(#"{"username":"a"\#(field)}"#) }
    #expect(throws: PostError.neitherMessageNorAudio) {
      try read(#"{"username":"a","message":null\#(field)}"#)
    }
  }

  @Test(
    .needs(.programs),
    arguments: [(Media.Layout.iOS, ""), (.chromium, "data:audio/mp4;codecs=opus;base64,")])
  func namesAnotherMemberThatHoldsAClip(layout: Media.Layout, prefix: String) throws {
    let text = prefix + Data(try Media.clip(layout, seconds: 0.2)).base64EncodedString()
    for value in [text, text.replacingOccurrences(of: "/", with: #"\/"#)] {
      let body = ArraySlice(#"{"username":"a","message":"m","audioBase64":"\#(value)"}"#.utf8)
      #expect(throws: PostError.misplacedClip("audioBase64")) {
        try PostAudioRequest(body: body, allowsOtherClips: false)
      }
      #expect(try !PostAudioRequest(body: body).hasAudio)
    }
  }

  @Test(arguments: [
    "a text", "//usr/local/lib/chatter", "AAAA", "", "data:,",
    String(repeating: "QUJD", count: 300),
  ])
  func ignoresOtherTextsInUnknownMembers(text: String) throws {
    let body = #"{"username":"a","message":"m","x":"\#(text)","y":[{"z":1}]}"#
    let request = try PostAudioRequest(body: ArraySlice(body.utf8), allowsOtherClips: false)
    #expect(request.message == "m")
  }

  @Test(arguments: ["", #""message":null,"#])
  func acceptsAudioWithoutAMessage(field: String) throws {
    let request = try read(#"{"username":"a",\#(field)"audio":"QUJD"}"#)
    #expect(request.message == nil)
    #expect(try request.audioBytes() == Array("ABC".utf8))
  }

  @Test func readsTheSameBytesFromEveryFrontEnd() throws {
    let bytes = Random.bytes(5000) + [0xFF, 0xFF, 0xFF, 0xFB]
    let plain = Data(bytes).base64EncodedString()
    let lines = Data(bytes).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithLineFeed,
    ])
    for text in [
      plain, plain.replacingOccurrences(of: "/", with: #"\/"#),
      plain.replacingOccurrences(of: "=", with: ""),
      plain.replacingOccurrences(of: "=", with: #"\u003d"#),
      lines.replacingOccurrences(of: "\n", with: #"\n"#) + #"\n"#,
      lines.replacingOccurrences(of: "\n", with: #"\r\n"#).replacingOccurrences(
        of: "/", with: #"\/"#),
    ] {
      #expect(try read(#"{"username":"a","audio":"\#(text)"}"#).audioBytes() == bytes)
    }
  }

  @Test(arguments: [
    (#"AAAAAAAAAAAA%A"#, "character '%' at offset 12"),
    (#"A\/\/\/AAAAAAAA%A"#, "character '%' at offset 12"),
    (#"\u0000AAA"#, "character 0x00 at offset 0"), (#"AAAA AAAA"#, "character ' ' at offset 4"),
    (#"AA-/"#, "character '-' at offset 2"), (#"A_A+"#, "character '_' at offset 1"),
    (#"AAé="#, "character 0xC3 at offset 2"),
  ])
  func reportsTheOffendingCharacterAfterUnescaping(text: String, message: String) throws {
    let request = try read(#"{"username":"a","audio":"\#(text)"}"#)
    let error = #expect(throws: PostError.self) { try request.audioBytes() }
    #expect(error?.description == "audio is not base64: \(message)")
    #expect(error?.isMalformed == false)
  }

  @Test(arguments: ["-_-_", "-_-_\\n-_--", "-\\u005f-_"])
  func acceptsBase64ForURLs(text: String) throws {
    let bytes = try read(#"{"username":"a","audio":"\#(text)"}"#).audioBytes()
    #expect(bytes?.prefix(3) == [0xFB, 0xFF, 0xBF])
  }

  @Test func rejectsLoneSurrogatesInAudio() throws {
    let request = try read(#"{"username":"a","audio":"AAAA\ud800"}"#)
    #expect(throws: PostError.loneSurrogate(.audio)) { try request.audioBytes() }
  }

  @Test(
    arguments: [
      ("1", .notText(.audio, .number)), ("{}", .notText(.audio, .object)),
      ("false", .notText(.audio, .boolean)),
    ] as [(String, PostError)])
  func rejectsAudioThatIsNotText(audio: String, error: PostError) {
    #expect(throws: error) { try read(#"{"username":"a","message":"m","audio":\#(audio)}"#) }
  }
}
