internal import Chatter

/// Which page of the timeline a request asks for.
public struct PageQuery: Sendable, Equatable {
  /// Maximum number of chatts of a page, and the number without `limit`.
  package static let (limitMax, limitDefault) = (200, 50)
  /// Maximum length of the text of a search in Unicode scalar values, which the description of the
  /// call counts as well.
  package static let searchCharactersMax = 1_000

  package enum Place: Hashable {
    case newest
    /// The chatts that are next to a place, on its older or its newer side.
    case before(PageCursor)
    case after(PageCursor)
  }

  package var place = Place.newest
  package var limit = limitDefault
  package var filter = ChattFilter()
  package var search: Search?

  /// The text of a search, and its words as a `tsquery`. A chatt must have all of them.
  package struct Search: Hashable {
    package let text: String
    package let words: String

    package init(text: String, words: String) {
      (self.text, self.words) = (text, words)
    }
  }

  package init() {}
}

/// The chatts that a page or a stream of events shows.
package struct ChattFilter: Sendable, Hashable {
  package var username: String?
  package var isAudioOnly = false

  package init() {}

  /// Whether it shows a chatt, as SQL decides: bytes are compared, and not characters.
  package func shows(_ chatt: StoredChatt) -> Bool {
    let isOfUser = username.map { $0.utf8.elementsEqual(chatt.username.utf8) } ?? true
    return isOfUser && (!isAudioOnly || chatt.clip != nil)
  }
}

/// A place between chatts, which stays valid when chatts are added or deleted.
///
/// To clients it is an opaque text: `seq:` and a sequence number, in base64 for URLs.
package struct PageCursor: Hashable, Sendable {
  private static let prefix = "seq:"
  private static let bytesMax = 34

  package let sequence: Int64

  package init(_ sequence: Int64) {
    self.sequence = sequence
  }

  package init?(text: String) {
    guard text.utf8.count <= Self.bytesMax, let bytes = Base64URL.decode(text.utf8),
      let plain = String(validating: bytes, as: UTF8.self), plain.hasPrefix(Self.prefix),
      let sequence = Int64(plain.dropFirst(Self.prefix.count))
    else { return nil }
    self.init(sequence)
    // A cursor has one text: without a plus sign or leading zeros.
    guard self.text == text else { return nil }
  }

  package var text: String { Base64URL.encode("\(Self.prefix)\(sequence)".utf8) }
}
