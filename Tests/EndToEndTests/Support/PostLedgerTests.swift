import TestSupport
import Testing

struct PostLedgerTests {
  private static let clip = PostLedger.audio(of: "3-clip")

  /// Returns a ledger with a post of each result.
  private func ledger() -> PostLedger {
    let ledger = PostLedger()
    let unavailable = TestResponse(
      status: 503, head: "HTTP/1.1 503 x\r\nRetry-After: 1\r\n\r\n",
      body: Array("nothing was stored".utf8))
    let ok = TestResponse(status: 200, head: "HTTP/1.1 200 OK\r\n\r\n", body: Array("{}".utf8))
    let unknown = TestResponse(status: 504, head: "HTTP/1.1 504 x\r\n\r\n", body: [])
    for message in ["1", "2", "3-clip", "4", "5"] { ledger.sends(message) }
    ledger.received("1", ok)
    ledger.received("3-clip", ok)
    ledger.received("4", unavailable)
    ledger.received("5", unknown)
    return ledger
  }

  private func row(_ message: String?, _ audio: String? = nil) -> [String?] {
    ["load", message, "id", "time", audio]
  }

  @Test func acceptsListsWithAllAcknowledgedPosts() {
    let least = [row("1"), row("3-clip", Self.clip)]
    #expect(ledger().findings(in: least) == [])
    #expect(ledger().findings(in: least + [row("2"), row("5")]) == [])
    #expect(ledger().acknowledgedCount == 2)
    #expect(ledger().unavailableCount == 2)
  }

  @Test func findsLostDuplicatePartialAndDeniedPosts() {
    let good = row("3-clip", Self.clip)
    #expect(ledger().findings(in: [good]) == ["1 was acknowledged and is lost"])
    #expect(ledger().findings(in: [row("1"), good, row("1")]) == ["1 is there twice"])
    #expect(ledger().findings(in: [row("1"), row("3-clip")]) == ["3-clip is half there"])
    #expect(
      ledger().findings(in: [row("1"), row("3-clip", Self.clip.map { String($0.dropLast(4)) })])
        == ["3-clip is half there"])
    #expect(ledger().findings(in: [row("1"), good, row("9")]) == ["9 was never sent"])
    #expect(ledger().findings(in: [row("1"), good, row("4")]) == ["4 was stored and denied"])
    #expect(ledger().findings(in: [row("1"), good, row(nil)]) == ["a row of 5 elements"])
  }

  @Test func findsDeletedPostsThatAreThere() {
    let ledger = ledger()
    for message in ["1", "3-clip"] { ledger.deletes(message) }
    ledger.deletionReceived(
      "1", TestResponse(status: 204, head: "HTTP/1.1 204 x\r\n\r\n", body: []))
    // Whether the other one is gone is not known.
    #expect(ledger.findings(in: []) == [])
    #expect(ledger.findings(in: [row("3-clip", Self.clip)]) == [])
    #expect(ledger.findings(in: [row("1")]) == ["1 was deleted and is there"])
  }

  @Test func recordsUnexpectedResponses() {
    let ledger = ledger()
    ledger.received("2", TestResponse(status: 503, head: "HTTP/1.1 503 x\r\n\r\n", body: []))
    ledger.received("2", TestResponse(status: 500, head: "HTTP/1.1 500 x\r\n\r\n", body: []))
    #expect(ledger.surprises == ["503 ", "500 "])
  }

  @Test func makesADifferentClipForEachMessage() throws {
    #expect(PostLedger.audio(of: "a") == nil)
    let one = try #require(PostLedger.audio(of: "1-clip"))
    #expect(one == PostLedger.audio(of: "1-clip"))
    #expect(one != PostLedger.audio(of: "2-clip"))
    #expect(one.utf8.count > 2000)
  }
}
