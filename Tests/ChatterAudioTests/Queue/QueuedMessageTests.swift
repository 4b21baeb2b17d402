import Chatter
import ChatterAudio
import TestSupport
import Testing

@Suite("QueuedMessage") struct QueuedMessageTests {
  func chatt(message: String?, username: String? = "nightingale") -> Chatt {
    Chatt(
      username: username, message: message, timestamp: "2026-01-02T03:04:05+01:00",
      audio: TinyClip.base64Lines)
  }

  @Test func makesAMessageOfAChattWithAClip() throws {
    let message = try #require(QueuedMessage(chatt(message: "good morning")))
    #expect(message.title == "good morning")
    #expect(message.author == "nightingale")
    #expect(message.createdAt == "2026-01-02T02:04:05.000Z")
    #expect(message.duration == (try TinyClip.clip().facts.duration))
    #expect(message.clip == (try TinyClip.bytes()))
  }

  @Test func namesChattsWithoutTextByAuthorOrKind() throws {
    for empty in [nil, ""] {
      #expect(QueuedMessage(chatt(message: empty))?.title == "Message from nightingale")
    }
    #expect(QueuedMessage(chatt(message: nil, username: nil))?.title == "Message")
  }

  @Test func omitsUnreadableTimes() throws {
    var odd = chatt(message: "a")
    odd.timestamp = "yesterday"
    let message = try #require(QueuedMessage(odd))
    #expect(message.createdAt == nil)
    odd.timestamp = nil
    #expect(QueuedMessage(odd) == message)
  }

  @Test func ignoresChattsWithoutAReadableClip() {
    for audio in [nil, "", "null", "not base64", "AAAA"] {
      #expect(QueuedMessage(Chatt(message: "a", audio: audio)) == nil)
    }
  }
}
