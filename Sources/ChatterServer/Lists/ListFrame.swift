internal import Chatter
internal import HTTP

/// What surrounds the rows of a list, plain and compressed.
struct ListFrame: Sendable {
  let order: ListProfile.Order
  let opening: [UInt8]
  let closing: [UInt8]
  let openingPiece: DeflatedPiece
  let closingPiece: DeflatedPiece
  /// Between two rows.
  let commaPiece: DeflatedPiece

  init(_ profile: ListProfile) {
    order = profile.order
    var (opening, closing): ([UInt8], [UInt8]) = ([], [])
    JSONWriter.append(raw: profile.opening, to: &opening)
    JSONWriter.append(raw: profile.closing, to: &closing)
    (self.opening, self.closing) = (opening, closing)
    openingPiece = DeflatedPiece(opening[...])
    closingPiece = DeflatedPiece(closing[...])
    commaPiece = DeflatedPiece([UInt8(ascii: ",")])
  }
}
