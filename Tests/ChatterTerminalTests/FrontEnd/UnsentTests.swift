import System
import TestSupport
import Testing

@testable import ChatterTerminal

struct UnsentTests {
  @Test func savesClipAndTextUnderUnusedNames() throws {
    let home = try TemporaryDirectory()
    let environment = LaunchEnvironment(variables: ["HOME": home.path, "TMPDIR": home.path])
    for number in 1...2 {
      let messages = Unsent(clip: [UInt8(number)], text: "text \(number)").save(environment)
      let path = "\(home.path)/.local/state/chatter/unsent-\(number)"
      #expect(messages.count == 2)
      #expect(messages[0].contains("--audio \(path).m4a"))
      #expect(messages[1].contains("< \(path).txt"))
      #expect(try home.bytes(of: ".local/state/chatter/unsent-\(number).m4a") == [UInt8(number)])
      #expect(
        try home.bytes(of: ".local/state/chatter/unsent-\(number).txt")
          == Array("text \(number)".utf8))
    }
    #expect(Unsent().save(environment) == [])
    let cutOff = Unsent(text: "x", failure: ExitError("it was cut off", .unknownOutcome))
    #expect(cutOff.save(environment).first?.contains("may not have been posted is saved") == true)
  }

  @Test func savesAPostInDoubtWithItsKeyAndTheNextTextApart() throws {
    let home = try TemporaryDirectory()
    let environment = LaunchEnvironment(variables: ["HOME": home.path, "TMPDIR": home.path])
    let messages = Unsent(clip: [1], text: "one", key: "k", laterText: "two").save(environment)
    #expect(messages.count == 3 && messages[0].contains("may not have been posted"))
    #expect(messages[2].contains("the text that was not posted"))
    let path = "\(home.path)/.local/state/chatter/unsent-"
    let saved = Unsent.saved(environment)
    #expect(saved.map(\.key) == ["\(path)1.key", nil])
    #expect(saved.map(\.text) == ["\(path)1.txt", "\(path)2.txt"])
  }

  @Test func findsSavedClipsWithTheirTexts() throws {
    let (home, temporary) = (try TemporaryDirectory(), try TemporaryDirectory())
    let environment = LaunchEnvironment(variables: ["HOME": home.path, "TMPDIR": temporary.path])
    #expect(Unsent.saved(environment).isEmpty)
    _ = Unsent(clip: [1], text: "one").save(environment)
    _ = Unsent(text: "two").save(environment)
    _ = Unsent(clip: [3]).save(environment)
    let path = "\(home.path)/.local/state/chatter/unsent-"
    let saved = Unsent.saved(environment)
    #expect(saved.map(\.clip) == ["\(path)1.m4a", nil, "\(path)3.m4a"])
    #expect(saved.map(\.text) == ["\(path)1.txt", "\(path)2.txt", nil])
    _ = Unsent(text: "four").save(LaunchEnvironment(variables: ["TMPDIR": temporary.path]))
    #expect(Unsent.saved(environment).last?.text == "\(temporary.path)/unsent-1.txt")
  }

  @Test func savesToTemporaryDirectoryWithoutHomeOrReportsFailure() throws {
    let directory = try TemporaryDirectory()
    let temporary = LaunchEnvironment(variables: ["TMPDIR": directory.path])
    #expect(
      Unsent(clip: [1]).save(temporary).first?.contains("\(directory.path)/unsent-1.m4a") == true)
    let nowhere = LaunchEnvironment(variables: ["TMPDIR": "/dev/null/x"])
    #expect(Unsent(clip: [1]).save(nowhere).first?.contains("could not save") == true)
  }
}
