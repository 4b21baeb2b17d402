import Chatter
import TLS
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct BlocklistTests {
  private func list(_ text: String) throws -> Blocklist { try Blocklist(Array(text.utf8)) }

  private func error(of text: String) -> BlocklistError? {
    do throws(BlocklistError) {
      _ = try Blocklist(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func readsRulesCommentsAndLineEndsOfWindows() throws {
    let digest = String(repeating: "0A", count: 32)
    let list = try list(
      """
      # a comment

        user  Mallory Smith \r
      word\tbad
      word BAD
      clip \(digest)
      # the end
      """)
    #expect(list.count == 3)
    #expect(list.refusal(of: NewChatt(username: "mallory smith", message: "x")) == .user)
    #expect(list.refusal(of: NewChatt(username: "a", message: "Very Bad.")) == .word)
  }

  @Test(
    arguments: [
      ("user", BlocklistError.unknownRule(line: 1)), ("\nbad", .unknownRule(line: 2)),
      ("# ok\nUser ana", .unknownRule(line: 2)), ("word", .unknownRule(line: 1)),
      ("word two words", .invalidValue(line: 1, kind: "word")),
      ("word ...", .invalidValue(line: 1, kind: "word")),
      ("clip abc", .invalidValue(line: 1, kind: "clip")),
      ("clip \(String(repeating: "g", count: 64))", .invalidValue(line: 1, kind: "clip")),
    ])
  func refusesLinesThatAreNotRules(text: String, expected: BlocklistError) {
    #expect(error(of: text) == expected)
  }

  @Test func refusesFilesThatAreNotUTF8OrTooLarge() {
    #expect(throws: BlocklistError.notUTF8(line: 2)) {
      try Blocklist(Array("user a\nuser ".utf8) + [0xFF])
    }
    #expect(throws: BlocklistError.tooLarge) {
      try Blocklist([UInt8](repeating: 0x0A, count: Blocklist.bytesMax + 1))
    }
  }

  @Test(
    arguments: [
      ("bad", true), ("BAD!", true), ("so bad, so good", true), ("ｂａｄ", true),
      ("b\u{200B}ad", true), ("badly", false), ("notbad", false), ("b ad", false), ("", false),
      ("a bad-tempered man", true),
    ])
  func findsOnlyWholeWords(message: String, isRefused: Bool) throws {
    let rule = try list("word bad").refusal(of: NewChatt(username: "bad", message: message))
    #expect(rule == (isRefused ? .word : nil))
  }

  @Test func comparesWholeUsernames() throws {
    let list = try list("user ana\nuser Zoë")
    for (name, isRefused) in [
      ("ana", true), ("ANA", true), ("ａｎａ", true), ("zoe\u{308}", true), ("ana2", false),
      ("ana ", false), ("zoe", false),
    ] {
      let rule = list.refusal(of: NewChatt(username: name, message: "ana"))
      #expect(rule == (isRefused ? .user : nil), "\(name)")
    }
  }

  @Test func findsClipsByTheDigestOfWhatIsStored() throws {
    var chatt = NewChatt(username: "ana", message: nil)
    try chatt.setAudio(TinyClip.bytes(), metadata: .stripLocation)
    let digest = StoredChatt.hex(try #require(chatt.audioSHA256))
    #expect(try list("clip \(digest.uppercased())").refusal(of: chatt) == .clip)
    let other = String(digest.reversed())
    #expect(try list("clip \(other)").refusal(of: chatt) == nil)
  }

  @Test func acceptsEverythingWithoutRules() {
    #expect(Blocklist().refusal(of: NewChatt(username: "ana", message: "bad")) == nil)
    #expect(Blocklist().count == 0)
  }
}
