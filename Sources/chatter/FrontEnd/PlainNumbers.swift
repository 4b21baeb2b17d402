/// The numbers by which chatts are named in lines: those of the list that was read last, and of what
/// has come since, one after the other, so that none of them changes its chatt.
struct PlainNumbers {
  private var ids: [String] = []

  /// Gives each chatt of a list its place as its number.
  mutating func read(_ rows: [TimelineRow]) { ids = rows.map(\.id) }

  /// Gives a new chatt a number.
  mutating func add(_ row: TimelineRow) -> Int {
    ids.append(row.id)
    return ids.count
  }

  func id(of number: Int) -> String? { ids.indices.contains(number - 1) ? ids[number - 1] : nil }
}
