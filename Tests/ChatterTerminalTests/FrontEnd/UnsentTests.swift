import TestSupport
import Testing

@testable import ChatterTerminal

@Suite struct UnsentTests {
  @Test("a clip and a text are kept in files that do not take another's place")
  func keeps() throws {
    let home = try TemporaryDirectory()
    let surroundings = Surroundings(environment: ["HOME": home.path])
    for number in 1...2 {
      let sentences = Unsent(clip: [UInt8(number)], text: "text \(number)").keep(surroundings)
      let path = "\(home.path)/.local/state/chatter/unsent-\(number)"
      #expect(sentences.count == 2)
      #expect(sentences[0].contains("--audio \(path).m4a"))
      #expect(sentences[1].contains("< \(path).txt"))
      #expect(try home.bytes(of: ".local/state/chatter/unsent-\(number).m4a") == [UInt8(number)])
      #expect(
        try home.bytes(of: ".local/state/chatter/unsent-\(number).txt")
          == Array("text \(number)".utf8))
    }
    #expect(Unsent().keep(surroundings) == [])
    let cutOff = Unsent(text: "x", failure: Trouble("it was cut off", .unknownOutcome))
    #expect(cutOff.keep(surroundings).first?.contains("may not have been posted is saved") == true)
    let left = Unsent(left: "/run/a.m4a").keep(surroundings)
    #expect(left.count == 1 && left.first?.contains("it is in /run/a.m4a") == true)
  }

  @Test("without a home it is kept with what is temporary, and where it cannot be, that is said")
  func noHome() throws {
    let folder = try TemporaryDirectory()
    let temporary = Surroundings(environment: ["TMPDIR": folder.path])
    #expect(
      Unsent(clip: [1]).keep(temporary).first?.contains("\(folder.path)/unsent-1.m4a") == true)
    let nowhere = Surroundings(environment: ["TMPDIR": "/dev/null/x"])
    #expect(Unsent(clip: [1]).keep(nowhere).first?.contains("could not save") == true)
  }
}
