import HTTP
import Search
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct PageQueryTests {
  private func read(_ text: String?) throws -> PageQuery { try PageQuery(QueryParameters(text)) }

  @Test func asksForTheNewestChattsByDefault() throws {
    let query = try read(nil)
    #expect(query.place == .newest && query.limit == 50 && query.search == nil)
    #expect(query.filter == ChattFilter())
    #expect(try read("q=&audio=false&unknown=1") == query)
  }

  @Test func searchesForTheBeginningsOfAllWords() throws {
    #expect(try read("q=hello++Wor").search?.words == "'hello':* & 'wor':*")
    #expect(try read("q=%20.%20'").search?.words.isEmpty == true)
    #expect(try read("q=%20%09").search == nil)
  }

  @Test func limitsASearch() throws {
    let longest = String(repeating: "é", count: PageQuery.searchCharactersMax)
    #expect(try read("q=\(longest)").search?.text == longest)
    #expect(throws: Problem.self) { try read("q=\(longest)x") }
    let words = Array(repeating: "x", count: SearchText.searchWordsMax)
    #expect(try read("q=" + words.joined(separator: "+")).search != nil)
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
