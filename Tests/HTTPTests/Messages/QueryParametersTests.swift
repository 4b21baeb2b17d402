import System
import Testing

@testable import HTTP

struct QueryParametersTests {
  @Test func readsNamesAndValues() throws {
    let query = try QueryParameters("a=1&b=x%20y+z&c=&d&%65=%c3%A4&=&&f=1=2")
    #expect(query["a"] == "1" && query["b"] == "x y z" && query["c"] == "" && query["d"] == "")
    #expect(query["e"] == "ä" && query["f"] == "1=2" && query["g"] == nil)
    #expect(try QueryParameters(nil)["a"] == nil && QueryParameters("")["a"] == nil)
  }

  @Test(arguments: ["a=%", "a=%2", "a=%zz", "a=%ff", "a=%c3%28", "a=%+1"])
  func refusesWhatIsNotEncoded(query: String) {
    #expect(throws: QueryParameters.Malformed.encoding(parameter: "a")) {
      try QueryParameters(query)
    }
  }

  @Test func refusesRepeats() {
    #expect(throws: QueryParameters.Malformed.repeated(parameter: "a")) {
      try QueryParameters("a=1&b=2&%61=3")
    }
  }

  @Test(arguments: ["", "plain-._~", "a b&c=d+e%f", "ä€😀", "\u{0}\u{1F}\u{7F}"])
  func readsWhatItEncodes(value: String) throws {
    #expect(try QueryParameters("q=" + value.percentEncoded())["q"] == value)
  }
}
