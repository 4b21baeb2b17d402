import TestSupport
import Testing

struct InsertResponsesTests {
  private func message(_ kind: String, _ content: String) -> [UInt8] {
    Array(kind.utf8) + [0, 0, 0, UInt8(4 + content.utf8.count)] + Array(content.utf8)
  }

  private var select: [UInt8] { message("C", "SELECT 1\0") + message("Z", "I") }
  private var insert: [UInt8] { message("C", "INSERT 0 1\0") + message("Z", "I") }

  @Test func holdsBackTheResponseToAnInsertInEverySplit() {
    let all = select + insert
    for split in 0...all.count {
      var responses = InsertResponses()
      let isCutEarly = responses.receive(Array(all[..<split])) { true }
      let isCut = responses.receive(Array(all[split...])) { true }
      #expect(isCutEarly == (split == all.count))
      #expect(isCut == (split < all.count))
      #expect(responses.take() == select)
    }
  }

  @Test func forwardsEverythingWithoutACut() {
    var responses = InsertResponses()
    #expect(!responses.receive(select + insert) { false })
    #expect(responses.take() == select + insert)
    #expect(responses.take() == [])
  }

  @Test func holdsBackOnlyTheCommitOfATransactionBlock() {
    let inside = message("C", "INSERT 0 1\0") + message("Z", "T")
    var responses = InsertResponses()
    #expect(!responses.receive(inside) { true })
    #expect(responses.take() == inside)
    #expect(responses.receive(message("C", "COMMIT\0") + message("Z", "I")) { false })
    #expect(responses.take() == [])
  }
}
