import Chatter
import ChatterClient
import Foundation
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct HeardFileTests {
  private let directory: TemporaryDirectory
  private let source = FakeSource()
  private let clips = (1...3).map { FakeSource.linked($0, "bob") }

  init() throws { directory = try TemporaryDirectory() }

  private func file(_ url: String = "https://h:8443", user: String? = nil) -> HeardFile {
    let token = user.flatMap { AccessToken("t", username: $0) }
    return HeardFile(
      directory: directory.path + "/state/chatter", place: ServerPlace(url: url, token: token))
  }

  private func mark(_ chatt: Chatt, in file: HeardFile) throws {
    file.mark(try #require(chatt.id), at: try #require(chatt.date))
  }

  @Test func keepsWhatWasHeardForThisUserOnly() throws {
    let file = file()
    file.begin(clips)
    #expect(clips.allSatisfy { file.isNew($0, in: source) })
    try mark(clips[0], in: file)
    let later = self.file()
    #expect(clips.map { later.isNew($0, in: source) } == [false, true, true])
    let path = directory.path + "/state/chatter/heard-https:%2F%2Fh:8443"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func distinguishesServersAndUsers() throws {
    let file = file(user: "ann")
    file.begin(clips)
    try mark(clips[0], in: file)
    for other in [self.file(), self.file(user: "b/b"), self.file("https://other", user: "ann")] {
      other.begin(clips)
      #expect(other.isNew(clips[0], in: source))
    }
    #expect(!self.file(user: "ann").isNew(clips[0], in: source))
  }

  @Test func losesNothingOfAnotherProgram() throws {
    let (first, second) = (file(), file())
    first.begin(clips)
    try mark(clips[0], in: first)
    try mark(clips[1], in: second)
    #expect(first.isNew(clips[1], in: source) && first.reload() && !first.reload())
    for one in [first, second, file()] {
      #expect(clips.map { one.isNew($0, in: source) } == [false, false, true])
    }
  }

  @Test func hasNothingNewFromHereOrWithoutAClip() throws {
    let file = file()
    let text = FakeSource.chatt(4, "bob", "text")
    var unnamed = FakeSource.linked(5, "bob")
    unnamed.id = nil
    file.begin(clips)
    source.own = [try #require(clips[0].id)]
    #expect([clips[0], text, unnamed].allSatisfy { !file.isNew($0, in: source) })
  }

  @Test func keepsWhatWasHeardInMemoryIfItCannotBeWritten() throws {
    try "".write(toFile: directory.path + "/state", atomically: true, encoding: .utf8)
    let file = file()
    file.begin(clips)
    try mark(clips[0], in: file)
    #expect(clips.map { file.isNew($0, in: source) } == [false, true, true])
  }
}
