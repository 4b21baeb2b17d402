internal import Chatter
internal import ChatterStore
package import HTTP
internal import Search
internal import System

extension PageQuery {
  /// Reads the parameters of a request; throws a problem that says what to change.
  package init(_ parameters: QueryParameters) throws(Problem) {
    self.init()
    if let text = parameters["limit"] {
      guard let limit = Int(text), 1...Self.limitMax ~= limit else {
        throw .parameter("limit", "must be a number from 1 to \(Self.limitMax)")
      }
      self.limit = limit
    }
    switch (parameters["before"], parameters["after"]) {
    case (nil, nil): break
    case (let text?, nil): place = .before(try Self.cursor(text, of: "before"))
    case (nil, let text?): place = .after(try Self.cursor(text, of: "after"))
    case (_?, _?): throw .parameter("after", "cannot be used with \"before\": send one of them")
    }
    filter = try ChattFilter(parameters)
    if let text = parameters["q"] {
      guard text.unicodeScalars.count <= Self.searchCharactersMax else {
        throw .parameter("q", "must have at most \(Self.searchCharactersMax) characters")
      }
      guard !text.unicodeScalars.contains("\0") else {
        throw .parameter("q", "must not contain NUL")
      }
      guard let words = SearchText.query(for: text) else {
        throw .parameter("q", "must have at most \(SearchText.searchWordsMax) words")
      }
      // A text of punctuation has no words, and finds nothing.
      search = text.allSatisfy(\.isWhitespace) ? nil : Search(text: text, words: words)
    }
  }

  private static func cursor(_ text: String, of name: String) throws(Problem) -> PageCursor {
    guard let cursor = PageCursor(text: text) else {
      throw .parameter(name, "must be a cursor: send \"next\" or \"previous\" of a page")
    }
    return cursor
  }

  /// The path and query of another page with the same limit and filters.
  func target(at place: Place) -> String {
    var items: [(String, String)] = [("limit", "\(limit)")]
    switch place {
    case .newest: break
    case .before(let cursor): items.append(("before", cursor.text))
    case .after(let cursor): items.append(("after", cursor.text))
    }
    if let username = filter.username { items.append(("username", username)) }
    if filter.isAudioOnly { items.append(("audio", "true")) }
    if let search { items.append(("q", search.text)) }
    let query = items.map { "\($0)=\($1.percentEncoded())" }.joined(separator: "&")
    return "/v1/chatts?\(query)"
  }
}

extension ChattFilter {
  package init(_ parameters: QueryParameters) throws(Problem) {
    self.init()
    if let username = parameters["username"] {
      guard !username.unicodeScalars.contains("\0") else {
        throw .parameter("username", "must not contain NUL")
      }
      self.username = username
    }
    switch parameters["audio"] {
    case nil, "false": break
    case "true": isAudioOnly = true
    default: throw .parameter("audio", "must be true or false")
    }
  }
}
