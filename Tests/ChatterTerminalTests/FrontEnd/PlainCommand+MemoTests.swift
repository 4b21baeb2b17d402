import Testing

@testable import ChatterTerminal

struct PlainCommandMemoTests {
  @Test func parsesTheCommandsOfMemos() {
    #expect(PlainCommand("memo") == .memo(.open))
    #expect(PlainCommand("Memo Save") == .memo(.save(title: "")))
    #expect(PlainCommand("memo save Milk  and bread") == .memo(.save(title: "Milk and bread")))
    #expect(PlainCommand("memo play 2") == .memo(.play(2)))
    #expect(PlainCommand("memo POST 2") == .memo(.post(2)))
    #expect(PlainCommand("memo delete 2") == .memo(.delete(2)))
    #expect(PlainCommand("memo rename 2 Bread") == .memo(.rename(2, title: "Bread")))
  }

  @Test func confirmsOnlyDeletion() {
    #expect(PlainCommand("memo delete 2")?.isKey == false)
    #expect(PlainCommand("memo play 2")?.plays == true)
    #expect(PlainCommand("memo post 2")?.plays == false)
  }
}
