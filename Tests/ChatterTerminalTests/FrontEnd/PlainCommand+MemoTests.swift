import Testing

@testable import ChatterTerminal

struct PlainCommandMemoTests {
  @Test func parsesTheCommandsOfMemos() {
    #expect(PlainCommand("memo") == .memo(.list))
    #expect(PlainCommand("Memo Save") == .memo(.save(title: "")))
    #expect(PlainCommand("memo save Milk  and bread") == .memo(.save(title: "Milk and bread")))
    #expect(PlainCommand("memo play 2") == .memo(.use(2, .play)))
    #expect(PlainCommand("memo POST 2") == .memo(.use(2, .post)))
    #expect(PlainCommand("memo delete 2") == .memo(.use(2, .delete)))
    #expect(PlainCommand("memo rename 2 Bread") == .memo(.rename(2, title: "Bread")))
  }

  @Test func confirmsOnlyDeletion() {
    #expect(PlainCommand("memo delete 2")?.confirms == true)
    #expect(PlainCommand("memo play 2")?.confirms == false)
    #expect(PlainCommand("memo play 2")?.plays == true)
    #expect(PlainCommand("memo post 2")?.plays == false)
  }
}
