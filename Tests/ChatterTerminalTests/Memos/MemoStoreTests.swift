import Chatter
import ChatterAudio
import Foundation
import SilentAudio
import System
import TestSupport
import Testing

@testable import ChatterTerminal

struct MemoStoreTests {
  let home: TemporaryDirectory
  let store: MemoStore
  let clip = SilentClip.bytes(lasting: .milliseconds(1_500))

  init() throws {
    home = try TemporaryDirectory()
    store = try MemoStore(LaunchEnvironment(variables: ["XDG_STATE_HOME": home.path]))
  }

  private func time(_ seconds: Int64) -> Timestamp { Timestamp(clamping: seconds * 1_000_000) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: store.directory).sorted()
  }

  private func name(of memo: Memo, ending: String) -> String {
    "chatter/memos/\(memo.id.text)\(ending)"
  }

  @Test func keepsClipsWithTitleDateAndDuration() throws {
    #expect(try store.list().isEmpty)
    let first = try store.save(clip, title: "Milk", at: time(100))
    let second = try store.save(clip, title: "", at: time(200))
    #expect(first.title == "Milk")
    #expect(first.created == time(100))
    #expect(first.duration == .milliseconds(1_500))
    #expect(try store.list() == [second, first])
    #expect(try store.load(first.id) == clip)
    #expect(store.directory == home.path(of: "chatter/memos"))
  }

  @Test func leavesNoOtherFilesAndOnlyThisUserReadsThem() throws {
    let memo = try store.save(clip, title: "Milk", at: time(100))
    #expect(try names() == ["\(memo.id.text).m4a", "\(memo.id.text).txt"])
    for name in try names() {
      let path = store.directory + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func renamesAMemoInPlace() throws {
    let memo = try store.save(clip, title: "Milk", at: time(100))
    let renamed = try store.rename(memo, to: "  Milk\nand bread ")
    #expect(renamed.title == "Milk and bread")
    #expect(try store.list() == [renamed])
    #expect(renamed.id == memo.id)
    #expect(try store.load(memo.id) == clip)
  }

  @Test func deletesBothFilesAndAcceptsASecondDelete() throws {
    let memo = try store.save(clip, title: "Milk", at: time(100))
    try store.delete(memo.id)
    try store.delete(memo.id)
    #expect(try names().isEmpty)
    #expect(throws: MemoError.deleted) { try store.load(memo.id) }
    #expect(throws: MemoError.deleted) { try store.rename(memo, to: "Bread") }
    #expect(try names().isEmpty)
  }

  @Test(arguments: ["", "1500", "1500\nMilk", "-1\nMilk\n", "x\nMilk\n", "1\nMilk\n\n"])
  func listsAMemoWithADamagedDescriptionWithoutItsTitle(description: String) throws {
    let memo = try store.save(clip, title: "Milk", at: time(100))
    try home.write(description, to: name(of: memo, ending: ".txt"))
    #expect(try store.list() == [Memo(id: memo.id, title: "", duration: .milliseconds(1_500))])
    // A new title repairs it.
    let renamed = try store.rename(try #require(store.list().first), to: "Bread")
    #expect(try store.list() == [renamed])
  }

  @Test func listsAClipWithoutADescriptionWithItsDuration() throws {
    let memo = try store.save(clip, title: "Milk", at: time(100))
    Files.remove(home.path(of: name(of: memo, ending: ".txt")))
    #expect(try store.list() == [Memo(id: memo.id, title: "", duration: .milliseconds(1_500))])
  }

  @Test func leavesOtherFilesAlone() throws {
    let memo = try store.save(clip, title: "Milk", at: time(100))
    let others = [
      "memo-1-1.m4a": "not a clip", "memo-2-2.txt": "1\nno clip\n", "memo-01-1.m4a": "x",
      "notes.m4a": "x", "memo-3-3.m4a.99.new": "a write that was interrupted",
    ]
    for (name, text) in others { try home.write(text, to: "chatter/memos/\(name)") }
    #expect(try store.list() == [memo])
    #expect(Set(others.keys).isSubset(of: try names()))
  }

  @Test func rejectsWhatIsNotAClipWithoutLeavingAFile() throws {
    #expect { try store.save(Array("text".utf8), title: "", at: time(1)) } throws: { error in
      if case MemoError.notAClip = error { true } else { false }
    }
    #expect(try store.list().isEmpty)
    #expect(!Files.exists(store.directory))
  }

  @Test func rejectsTitlesBeyondTheLimitAndKeepsTheFormerOne() throws {
    let longest = String(repeating: "ä", count: MemoDescription.titleBytesMax / 2)
    let memo = try store.save(clip, title: longest, at: time(1))
    #expect(throws: MemoError.titleTooLong) { try store.rename(memo, to: longest + "a") }
    #expect(throws: MemoError.titleTooLong) {
      try store.save(clip, title: longest + "a", at: time(1))
    }
    #expect(try store.list() == [memo])
  }

  @Test(.needs(.time)) func rejectsMoreMemosThanTheLimit() throws {
    let memo = try store.save(clip, title: "", at: time(5_000))
    for number in 1..<MemoStore.countMax {
      try home.write(clip, to: "chatter/memos/memo-\(number)-1.m4a")
    }
    #expect(throws: MemoError.full) { try store.save(clip, title: "", at: time(5_001)) }
    #expect(try store.list().count == MemoStore.countMax)
    try store.delete(memo.id)
    _ = try store.save(clip, title: "", at: time(5_001))
  }

  @Test func reportsADirectoryThatCannotBeUsed() throws {
    try home.write("x", to: "chatter")
    #expect(try store.list().isEmpty)
    #expect(throws: MemoError.self) { try store.save(clip, title: "", at: time(1)) }
    #expect(throws: MemoError.noHome) { try MemoStore(LaunchEnvironment()) }
  }

  @Test func describesEachErrorOnOneLine() {
    let errors = [
      MemoError.noHome, .full, .titleTooLong, .deleted, .notAClip("a"), .file("/a", .noSpace),
    ]
    for error in errors {
      #expect(!"\(error)".contains("\n"))
      #expect("\(error)".first?.isUppercase == false)
    }
  }
}
