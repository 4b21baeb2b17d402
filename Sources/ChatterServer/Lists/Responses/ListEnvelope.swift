internal import Chatter
internal import HTTP

/// The text that surrounds the rows of a list, plain and compressed.
struct ListEnvelope: Sendable {
  let order: ListProfile.Order
  /// Distinguishes lists with different profiles. The digit is the version of the row format.
  private let variant: String
  let opening: [UInt8]
  let closing: [UInt8]
  let deflatedOpening: DeflatedSegment
  let deflatedClosing: DeflatedSegment
  /// The separator between two rows.
  let deflatedComma: DeflatedSegment

  init(_ profile: ListProfile) {
    order = profile.order
    variant =
      "1" + (profile.shape == .wrapped ? "w" : "a") + (profile.order == .newest ? "n" : "o")
      + (profile.ids == .with ? "i" : "x")
    opening = Array("\(profile.opening)".utf8)
    closing = Array("\(profile.closing)".utf8)
    deflatedOpening = DeflatedSegment(opening[...])
    deflatedClosing = DeflatedSegment(closing[...])
    deflatedComma = DeflatedSegment(EncodedRows.comma[...])
  }

  /// Returns the suffix that distinguishes the tags of lists with the same rows. It contains the
  /// database and the file of the table: a rewritten table has another file, and a copy of a
  /// database is another database. Either may have different text for the same transactions.
  func variant(of epoch: ListSnapshot.Epoch?) -> String {
    let numbers = epoch?.fileOfTable.split(separator: "/").suffix(2).compactMap { UInt64($0) } ?? []
    return ([variant] + numbers.map { String($0, radix: 36) }).joined(separator: "-")
  }
}
