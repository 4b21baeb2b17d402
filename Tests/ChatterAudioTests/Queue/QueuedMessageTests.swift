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

  @Test("a chatt with a clip is a message, its time in ISO 8601")
  func fromChatt() throws {
    let message = try #require(QueuedMessage(chatt(message: "good morning")))
    #expect(message.title == "good morning")
    #expect(message.author == "nightingale")
    #expect(message.createdAt == "2026-01-02T02:04:05.000Z")
    #expect(message.duration == (try TinyClip.clip().facts.duration))
    #expect(message.clip == (try TinyClip.bytes()))
  }

  @Test("a chatt without words is named for its author, or for what it is")
  func title() throws {
    for empty in [nil, ""] {
      #expect(QueuedMessage(chatt(message: empty))?.title == "Message from nightingale")
    }
    #expect(QueuedMessage(chatt(message: nil, username: nil))?.title == "Message")
  }

  @Test("a time that cannot be read is none: a desktop's panel wants ISO 8601")
  func oddTime() throws {
    var odd = chatt(message: "a")
    odd.timestamp = "yesterday"
    let message = try #require(QueuedMessage(odd))
    #expect(message.createdAt == nil)
    odd.timestamp = nil
    #expect(QueuedMessage(odd) == message)
  }

  @Test("a chatt without a clip, or with none that can be read, is no message")
  func noClip() {
    for audio in [nil, "", "null", "not base64", "AAAA"] {
      #expect(QueuedMessage(Chatt(message: "a", audio: audio)) == nil)
    }
  }
}
