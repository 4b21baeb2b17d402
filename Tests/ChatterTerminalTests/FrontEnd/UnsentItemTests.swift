import Chatter
import ChatterAudio
import SilentAudio
import System
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct UnsentItemTests {
  @Test func mentionsItemsInOneLine() throws {
    let home = try TemporaryDirectory()
    let environment = LaunchEnvironment(variables: ["HOME": home.path, "TMPDIR": home.path])
    #expect(UnsentItem.mention(environment, leftovers: []) == nil)
    _ = Unsent(clip: [1], text: "one").save(environment)
    let one = UnsentItem.mention(environment, leftovers: [])
    #expect(one == "1 unsent item of an earlier run: run chatter")
    let (left, empty) = (try home.write("x", to: "a.m4a"), try home.write("", to: "b.m4a"))
    let two = UnsentItem.mention(environment, leftovers: [left, empty])
    #expect(two?.hasPrefix("2 unsent items") == true)
  }

  @Test func readsTheKeyOfAPostInDoubt() throws {
    let home = try TemporaryDirectory()
    let environment = LaunchEnvironment(variables: ["HOME": home.path, "TMPDIR": home.path])
    _ = Unsent(text: "one", key: "k").save(environment)
    let item = try #require(UnsentItem.saved(environment).first)
    #expect(item.key == "k" && item.defect == nil)
    #expect(item.line == "Perhaps posted, and posted only once if you repeat it: Text: one")
    item.remove()
    #expect(!item.exists)
  }

  @Test func readsTextWithItsRecording() throws {
    let home = try TemporaryDirectory()
    let environment = LaunchEnvironment(variables: ["HOME": home.path, "TMPDIR": home.path])
    let clip = SilentClip.bytes(lasting: .seconds(7))
    _ = Unsent(clip: clip, text: "hello").save(environment)
    let left = try home.write("no clip", to: "a.m4a")
    let leftover = UnsentItem(clipPath: left, textPath: nil, defect: "damaged")
    let items = [leftover] + UnsentItem.saved(environment)
    #expect(
      items.map(\.line) == [
        "Unreadable recording (damaged, in \(left))", "Recording of 00:07: hello",
      ])
    let chatt = try items[1].chatt(from: "ann")
    #expect(chatt.message == "hello" && chatt.audio?.bytes == clip && chatt.username == "ann")
    #expect(throws: ExitError("damaged", .data)) { try items[0].chatt(from: "ann") }
    items[1].remove()
    #expect(!items[1].exists && Unsent.saved(environment).isEmpty && items[0].exists)
  }
}
