import TestSupport
import Testing

@Suite("What a proxy cuts between COMMIT and its answer")
struct InsertAnswersTests {
  private func message(_ kind: String, _ content: String) -> [UInt8] {
    Array(kind.utf8) + [0, 0, 0, UInt8(4 + content.utf8.count)] + Array(content.utf8)
  }

  private var select: [UInt8] { message("C", "SELECT 1\0") + message("Z", "I") }
  private var insert: [UInt8] { message("C", "INSERT 0 1\0") + message("Z", "I") }

  @Test("in every split of the answers, all before the insert goes on, and nothing of it")
  func splits() {
    let all = select + insert
    for split in 0...all.count {
      var answers = InsertAnswers()
      let isCutEarly = answers.receive(Array(all[..<split])) { true }
      let isCut = answers.receive(Array(all[split...])) { true }
      #expect(isCutEarly == (split == all.count))
      #expect(isCut == (split < all.count))
      #expect(answers.take() == select)
    }
  }

  @Test("what is not to be cut goes on whole")
  func uncut() {
    var answers = InsertAnswers()
    #expect(!answers.receive(select + insert) { false })
    #expect(answers.take() == select + insert)
    #expect(answers.take() == [])
  }

  @Test("inside a transaction block the insert's answer goes on, and the commit's does not")
  func block() {
    let inside = message("C", "INSERT 0 1\0") + message("Z", "T")
    var answers = InsertAnswers()
    #expect(!answers.receive(inside) { true })
    #expect(answers.take() == inside)
    #expect(answers.receive(message("C", "COMMIT\0") + message("Z", "I")) { false })
    #expect(answers.take() == [])
  }
}
