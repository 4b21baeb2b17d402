import Chatter
import ChatterAudio
import TestSupport
import Testing

struct QueuedMessageTests {
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

  @Test func readsTheClipOfAFile() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(TinyClip.bytes(), to: "Grüße & 100 %.m4a")
    let message = try await QueuedMessage(contentsOf: path, author: "ann")
    #expect(message.clip == (try TinyClip.bytes()) && message.author == "ann")
    #expect(message.duration == (try TinyClip.clip().facts.duration))
    #expect(message.title == "Grüße & 100 %.m4a")
    #expect(message.path?.hasSuffix("/Grüße & 100 %.m4a") == true)
    #expect(message.url?.hasPrefix("file:///") == true)
    #expect(message.url?.hasSuffix("/Gr%C3%BC%C3%9Fe%20&%20100%20%25.m4a") == true)
    let metadata = message.staticMetadata
    #expect(metadata.title == message.title && metadata.artist == "ann")
    #expect(metadata.length == message.duration && metadata.url == message.url)
  }

  @Test func reportsAFileThatIsMissingOrNoClip() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("text", to: "text.m4a")
    await #expect { try await QueuedMessage(contentsOf: path) } throws: { error in
      guard case AudioError.undecodable(let reason) = error else { return false }
      return reason.hasPrefix(path + ": ")
    }
    let missing = directory.path(of: "missing")
    await #expect(throws: AudioError.file("\(missing): No such file or directory")) {
      try await QueuedMessage(contentsOf: missing)
    }
    #expect(QueuedMessage(chatt(message: "a"))?.url == nil)
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
