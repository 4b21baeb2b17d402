internal import Chatter
package import Postgres

/// A page of the timeline, newest first.
public struct ChattPage: Sendable, Equatable {
  package var chatts: [StoredChatt] = []
  /// Where the next older and newer pages are; nil if there is nothing.
  package var next: PageQuery.Place?
  package var previous: PageQuery.Place?

  package var json: [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(512 * (chatts.count + 1))
    JSONWriter.append(raw: #"{"chatts":["#, to: &json)
    for (index, chatt) in chatts.enumerated() {
      if index > 0 { JSONWriter.append(raw: ",", to: &json) }
      json += chatt.json
    }
    JSONWriter.append(raw: #"],"next":"#, next?.cursor?.text, to: &json)
    JSONWriter.append(raw: #","previous":"#, previous?.cursor?.text, to: &json)
    JSONWriter.append(raw: "}", to: &json)
    return json
  }
}

extension PageQuery.Place {
  package var cursor: PageCursor? {
    switch self {
    case .newest: nil
    case .before(let cursor), .after(let cursor): cursor
    }
  }
}

extension ChattPage {
  /// A chatt with its place; nil for one that cannot be shown.
  package typealias PlacedChatt = (sequence: Int64, chatt: StoredChatt?)

  /// Creates a page from the chatts of `PageStatements.page`, in the order of its rows, which begin
  /// at the cursor; whether these are all, and whether there are others on its other side.
  package init(_ rows: [PlacedChatt], isComplete: Bool, hasOther: Bool, for query: PageQuery) {
    let isAscending = if case .after = query.place { true } else { false }
    let ordered = isAscending ? rows.reversed() : rows
    chatts = ordered.compactMap(\.chatt)
    let (hasOlder, hasNewer) = isAscending ? (hasOther, !isComplete) : (!isComplete, hasOther)
    let cursor = query.place.cursor?.sequence
    // An empty page is a place between two chatts: what is on the other side begins there.
    let oldest = ordered.last?.sequence ?? cursor.map { $0 &+ 1 }
    let newest = ordered.first?.sequence ?? cursor.map { $0 &- 1 }
    next = hasOlder ? oldest.map { .before(PageCursor($0)) } : nil
    previous = hasNewer ? newest.map { .after(PageCursor($0)) } : nil
  }

  package init(_ result: RowSet, for query: PageQuery) throws(PostgresError) {
    var rows: [PlacedChatt] = []
    var (isComplete, hasOther) = (true, false)
    for row in result {
      hasOther = try row.decode(Bool.self, at: PageStatements.Column.hasOther)
      guard !row.isNull(at: PageStatements.Column.sequence) else { continue }
      let before = try row.decode(Int64?.self, at: PageStatements.Column.bytesBefore) ?? 0
      if rows.count == query.limit || !rows.isEmpty && before >= PageStatements.bytesMax {
        isComplete = false
        break
      }
      rows.append(
        (
          try row.decode(Int64.self, at: PageStatements.Column.sequence),
          try StoredChatt(row, from: PageStatements.Column.chatt)
        ))
    }
    self.init(rows, isComplete: isComplete, hasOther: hasOther, for: query)
  }
}
