internal import Chatter
internal import HTTP
internal import Search

/// Which page of the timeline a request asks for.
public struct PageQuery: Sendable, Equatable {
  /// Maximum number of chatts of a page, and the number without `limit`.
  static let (limitMax, limitDefault) = (200, 50)
  /// Maximum length of the text of a search in Unicode scalar values, which the description of the
  /// call counts as well.
  static let searchCharactersMax = 1_000

  enum Place: Equatable {
    case newest
    /// The chatts that are next to a place, on its older or its newer side.
    case before(PageCursor)
    case after(PageCursor)
  }

  var place = Place.newest
  var limit = limitDefault
  var filter = ChattFilter()
  var search: Search?

  /// The text of a search, and its words as a `tsquery`. A chatt must have all of them.
  struct Search: Equatable {
    let text: String
    let words: String
  }

  /// Reads the parameters of a request; throws a problem that says what to change.
  init(_ parameters: QueryParameters) throws(Problem) {
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
    let query = items.map { "\($0)=\(QueryParameters.encoded($1))" }.joined(separator: "&")
    return "/v1/chatts?\(query)"
  }
}

/// The chatts that a page or a stream of events shows.
struct ChattFilter: Sendable, Equatable {
  var username: String?
  var isAudioOnly = false

  init() {}

  init(_ parameters: QueryParameters) throws(Problem) {
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

  /// Whether it shows a chatt, as SQL decides: bytes are compared, and not characters.
  func shows(_ chatt: StoredChatt) -> Bool {
    let isOfUser = username.map { $0.utf8.elementsEqual(chatt.username.utf8) } ?? true
    return isOfUser && (!isAudioOnly || chatt.clip != nil)
  }
}

/// A place between chatts, which stays valid when chatts are added or deleted.
///
/// To clients it is an opaque text: `seq:` and a sequence number, in base64 for URLs.
struct PageCursor: Equatable, Sendable {
  private static let prefix = "seq:"
  private static let bytesMax = 34

  let sequence: Int64

  init(_ sequence: Int64) {
    self.sequence = sequence
  }

  init?(text: String) {
    guard text.utf8.count <= Self.bytesMax, let bytes = Base64URL.decode(text.utf8),
      let plain = String(validating: bytes, as: UTF8.self), plain.hasPrefix(Self.prefix),
      let sequence = Int64(plain.dropFirst(Self.prefix.count))
    else { return nil }
    self.init(sequence)
    // A cursor has one text: without a plus sign or leading zeros.
    guard self.text == text else { return nil }
  }

  var text: String { Base64URL.encode("\(Self.prefix)\(sequence)".utf8) }
}
