import Testing

@testable import Chatter

struct V1BodyTests {
  private static let id = "01942485-5e23-7d27-9f0c-0d6a4b0e8a51"
  private static let digest = String(repeating: "0fA9", count: 16)
  private static let audio =
    #"{"url":"/v1/audio/a.m4a","mediaType":"audio/mp4","codec":"aac-lc","duration":5.248,"#
    + #""sampleRate":12000,"channels":1,"bytes":21873,"sha256":"\#(digest)","later":[1]}"#

  private static func chatt(audio: String = "null", more: String = "") -> String {
    #"{"id":"\#(id)","username":"ann","message":"h\u00e9","createdAt":"2025-01-02T03:04:05.123Z","#
      + #""audio":\#(audio)\#(more)}"#
  }

  private func posted(_ text: String) -> V1Body.Posted? { V1Body.posted(Array(text.utf8)[...]) }
  private func page(_ text: String) -> V1Body.Page? { V1Body.page(Array(text.utf8)[...]) }

  @Test func readsAChattWithItsClip() throws {
    let posted = try #require(self.posted(Self.chatt(audio: Self.audio, more: #","new":{"a":1}"#)))
    let chatt = posted.chatt
    #expect(chatt.id == ChattID(Self.id) && chatt.username == "ann" && chatt.message == "hé")
    #expect(chatt.timestamp == "2025-01-02T03:04:05.123Z" && chatt.date != nil)
    #expect(chatt.audio == nil && chatt.hasClip && posted.deleteToken == nil)
    let digest: [UInt8] = [0x0F, 0xA9]
    #expect(
      chatt.clipLink
        == ClipLink(
          url: "/v1/audio/a.m4a", codec: "aac-lc", duration: .milliseconds(5248),
          sampleRate: 12000, channels: 1, byteCount: 21873,
          sha256: (0..<16).flatMap { _ in digest }))
  }

  @Test func readsAChattWithoutClipAndItsToken() throws {
    let posted = try #require(self.posted(Self.chatt(more: #","deleteToken":"abc""#)))
    #expect(!posted.chatt.hasClip && posted.deleteToken == "abc")
    let silent = try #require(self.posted(#"{"id":"\#(Self.id)","message":null}"#))
    #expect(silent.chatt.message == nil && silent.chatt.username == nil)
  }

  @Test(
    arguments: [
      "", "[]", "{}", #"{"id":"x"}"#, #"{"id":7}"#, chatt() + "x", chatt(audio: "{}"),
      chatt(audio: audio.replacing(digest, with: "00")),
      chatt(audio: audio.replacing("21873", with: "-1")),
      chatt(audio: audio.replacing("5.248", with: "1e300")),
    ])
  func rejectsWhatIsNotAChatt(text: String) {
    #expect(posted(text) == nil)
  }

  @Test func readsAPage() throws {
    let body =
      #"{"chatts":[\#(Self.chatt(audio: Self.audio)),7,{"id":1}],"next":"n","previous":null}"#
    let page = try #require(self.page(body))
    #expect(page.chatts.map(\.id) == [ChattID(Self.id)] && page.skippedCount == 2)
    #expect(page.next == "n" && page.previous == nil)
    let empty = try #require(self.page(#"{"next":null,"previous":"p","chatts":[]}"#))
    #expect(empty.chatts.isEmpty && empty.next == nil && empty.previous == "p")
  }

  /// Another back end may respond to an unknown path with anything, also with 200.
  @Test(
    arguments: [
      "", "<html>", "[]", "{}", #"{"chatts":7,"next":null}"#, #"{"chatts":[]}"#, #"{"chatts":[]"#,
    ])
  func rejectsWhatIsNotAPage(text: String) {
    #expect(page(text) == nil)
  }

  @Test func readsWhatNeedsAToken() throws {
    func access(_ text: String) -> V1Body.Access? { V1Body.access(Array(text.utf8)[...]) }
    let open = try #require(
      access(#"{"limits":{"username":"x"},"postingNeedsToken":false,"readingNeedsToken":false}"#))
    #expect(open == (false, false, nil))
    for you in ["null", "{}", #"{"username":null}"#, #""ann""#] {
      let unknown = access(
        #"{"postingNeedsToken":true,"readingNeedsToken":false,"you":\#(you),"username":"x"}"#)
      #expect(try #require(unknown) == (true, false, nil), "\(you)")
    }
    let closed = try #require(
      access(
        #"{"you":{"username":"ann"},"readingNeedsToken": true,"postingNeedsToken":true,"a":[1]}"#))
    #expect(closed == (true, true, "ann"))
    for text in [
      "", "{}", "[]", "<html>", #"{"postingNeedsToken":true}"#,
      #"{"postingNeedsToken":1,"readingNeedsToken":true}"#,
      #"{"postingNeedsToken":"true","readingNeedsToken":true}"#,
    ] {
      #expect(access(text) == nil, "\(text)")
    }
  }

  @Test func readsTheIDOfADeletion() {
    func id(_ text: String) -> ChattID? { V1Body.deletedID(Array(text.utf8)[...]) }
    #expect(id(#"{"at":1,"id":"\#(Self.id)"}"#) == ChattID(Self.id))
    #expect(id("{}") == nil && id("7") == nil && id(#"{"id":1}"#) == nil)
  }
}
