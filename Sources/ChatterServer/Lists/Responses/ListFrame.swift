internal import Chatter
internal import HTTP

/// What surrounds the rows of a list, plain and compressed.
struct ListFrame: Sendable {
  let order: ListProfile.Order
  /// Tells lists of one profile from those of another in their tags: a server that is started anew
  /// with another must not say that nothing has changed. The digit is for the form of the rows.
  private let variant: String
  let opening: [UInt8]
  let closing: [UInt8]
  let openingPiece: DeflatedPiece
  let closingPiece: DeflatedPiece
  /// Between two rows.
  let commaPiece: DeflatedPiece

  init(_ profile: ListProfile) {
    order = profile.order
    variant =
      "1" + (profile.shape == .wrapped ? "w" : "a") + (profile.order == .newest ? "n" : "o")
      + (profile.ids == .with ? "i" : "x")
    var (opening, closing): ([UInt8], [UInt8]) = ([], [])
    JSONWriter.append(raw: profile.opening, to: &opening)
    JSONWriter.append(raw: profile.closing, to: &closing)
    (self.opening, self.closing) = (opening, closing)
    openingPiece = DeflatedPiece(opening[...])
    closingPiece = DeflatedPiece(closing[...])
    commaPiece = DeflatedPiece([UInt8(ascii: ",")])
  }

  /// What tells lists with the same rows from one another; a table that was written anew has
  /// another file, and a copy of a database is another database: either may have other texts of the
  /// same transactions.
  func variant(of epoch: ListMoment.Epoch?) -> String {
    let numbers = epoch?.fileOfTable.split(separator: "/").suffix(2).compactMap { UInt64($0) } ?? []
    return ([variant] + numbers.map { String($0, radix: 36) }).joined(separator: "-")
  }
}
