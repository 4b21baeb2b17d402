import HTTP
import Testing

@testable import ChatterServer

struct PageQueryTests {
  private func read(_ text: String?) throws -> PageQuery { try PageQuery(QueryParameters(text)) }

  @Test func asksForTheNewestChattsByDefault() throws {
    let query = try read(nil)
    #expect(query.place == .newest && query.limit == 50 && query.words == nil)
    #expect(query.filter == ChattFilter())
    #expect(try read("q=&audio=false&unknown=1") == query)
  }

  @Test func searchesForTheBeginningsOfAllWords() throws {
    #expect(try read("q=hello++wor").searchText == "'hello':* & 'wor':*")
    #expect(try read("q=o'neil+a%5Cb").searchText == #"'o''neil':* & 'a\\b':*"#)
  }

  @Test func limitsASearch() throws {
    let longest = String(repeating: "é", count: PageQuery.searchCharactersMax)
    #expect(try read("q=\(longest)").words == [longest])
    #expect(throws: Problem.self) { try read("q=\(longest)x") }
    let words = Array(repeating: "x", count: PageQuery.searchWordsMax)
    #expect(try read("q=" + words.joined(separator: "+")).words?.count == words.count)
    #expect(throws: Problem.self) { try read("q=" + (words + ["x"]).joined(separator: "+")) }
  }

  @Test func repeatsItselfInTheTargetOfAnotherPage() throws {
    let query = try read("limit=7&username=a%20%26&audio=true&q=x+y")
    let target = query.target(at: .after(PageCursor(17)))
    var expected = query
    expected.place = .after(PageCursor(17))
    #expect(try read(String(target.dropFirst("/v1/chatts?".count))) == expected)
  }
}
